/** What is measured. */
@NullMarked
package io.messina.server.metrics;

import org.jspecify.annotations.NullMarked;
