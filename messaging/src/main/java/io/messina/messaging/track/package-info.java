/**
 * What became of messages: all that happened is folded into a row for each, which may be built anew
 * from the stream of events at any time.
 */
@NullMarked
package io.messina.messaging.track;

import org.jspecify.annotations.NullMarked;
