/** The value of a row of the log: many events, and how a value is reported that cannot be read. */
@NullMarked
package io.messina.stream.record;

import org.jspecify.annotations.NullMarked;
