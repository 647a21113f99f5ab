/**
 * Sinks: jobs that post the events of a stream to a URL. One is defined by {@link
 * io.messina.api.sink.SinkOptions}, and every node runs it for the shards that it owns.
 */
@NullMarked
package io.messina.sink;

import org.jspecify.annotations.NullMarked;
