/**
 * Feeds: what is in a stream's events becomes items of lists and values of scalars, the same
 * however often the stream is read again.
 */
@NullMarked
package io.messina.features.feed;

import org.jspecify.annotations.NullMarked;
