/**
 * The design that streams replace, in the same simulation beside them: events ordered by the time
 * at which they were written, and read in windows that overlap.
 */
@NullMarked
package io.messina.stream.offsets;

import org.jspecify.annotations.NullMarked;
