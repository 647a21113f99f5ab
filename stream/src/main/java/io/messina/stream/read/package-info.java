/** Reads that equal callers share. */
@NullMarked
package io.messina.stream.read;

import org.jspecify.annotations.NullMarked;
