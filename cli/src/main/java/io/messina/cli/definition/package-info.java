/** Commands about definitions that have a name: jobs of streams, and the files of messaging. */
@NullMarked
package io.messina.cli.definition;

import org.jspecify.annotations.NullMarked;
