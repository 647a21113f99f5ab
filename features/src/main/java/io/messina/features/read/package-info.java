/** Reads that equal callers share. */
@NullMarked
package io.messina.features.read;

import org.jspecify.annotations.NullMarked;
