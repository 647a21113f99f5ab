/**
 * What a log stores: many events in one row's value, and what became of a value that cannot be
 * read.
 */
@NullMarked
package io.messina.stream.record;

import org.jspecify.annotations.NullMarked;
