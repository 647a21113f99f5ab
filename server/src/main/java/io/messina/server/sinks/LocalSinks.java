package io.messina.server.sinks;

import io.messina.connectors.configured.SystemSecrets;
import io.messina.runtime.Context;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import io.messina.sink.Sinks;
import io.messina.store.Store;
import io.messina.stream.node.Streams;

/** The sinks of a server, with the secrets and clocks of its machine. */
public final class LocalSinks {

  private LocalSinks() {}

  /**
   * Begins, or goes on, and does not wait.
   *
   * @param configuration all options
   * @param store of the streams; it outlives this
   * @param streams of this node; not closed before this
   * @return to be closed
   */
  public static Sinks start(Configuration configuration, Store store, Streams streams) {
    return Sinks.start(
        Context.ofMachine(store, "messina-sink-"),
        streams,
        SystemSecrets.of(configuration.find(Options.SECRETS)));
  }
}
