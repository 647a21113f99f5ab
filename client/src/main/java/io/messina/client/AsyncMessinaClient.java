package io.messina.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link MessinaClient} that does not wait: its futures fail with a {@link MessinaException}, and
 * cancelling one breaks its request off. What is chained to them runs on the client's executor and
 * must not block. Safe for use by many threads.
 */
public final class AsyncMessinaClient {

  private final Transport transport;

  AsyncMessinaClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   */
  public AsyncStreamClient stream(StreamName name) {
    return new AsyncStreamClient(transport, name);
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is no name
   */
  public AsyncStreamClient stream(String name) {
    return stream(new StreamName(name));
  }

  /**
   * All streams.
   *
   * @return by name
   */
  public CompletableFuture<List<StreamDefinition>> streams() {
    return transport.send(
        Call.get(Paths.STREAMS), json -> Definitions.list(json, "streams", Definitions::stream));
  }
}
