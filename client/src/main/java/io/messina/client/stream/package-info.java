/**
 * Streams: appending, one event or many or gathered, and reading. Begin with {@link
 * io.messina.client.stream.StreamClient}.
 */
@NullMarked
package io.messina.client.stream;

import org.jspecify.annotations.NullMarked;
