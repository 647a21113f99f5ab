/** Commands about enrichments by configuration, and the states that they make. */
@NullMarked
package io.messina.cli.enrichments;

import org.jspecify.annotations.NullMarked;
