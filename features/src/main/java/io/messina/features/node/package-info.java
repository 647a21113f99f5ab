/**
 * The feature store of a process, and its feeds: a feed makes items of lists or values of scalars
 * of the events of a stream, with the same result however often the stream is read again.
 */
@NullMarked
package io.messina.features.node;

import org.jspecify.annotations.NullMarked;
