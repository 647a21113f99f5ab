package io.messina.server.messages;

import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import io.messina.connectors.configured.Connectors;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.node.MessagingSettings;
import io.messina.messaging.node.NodeConnectorTime;
import io.messina.runtime.Context;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.time.Clock;

/** The messaging of a server, with the clocks of its machine. */
public final class LocalMessaging {

  private LocalMessaging() {}

  /**
   * Starts, and does not wait.
   *
   * @param secrets that definitions may refer to
   * @param store of the streams; it outlives this
   * @param streams of this node; not closed before this
   * @param tracer of the calls of connectors
   * @return to be closed
   */
  public static Messaging start(
      Configuration configuration,
      Secrets secrets,
      Store store,
      Streams streams,
      SendTracer tracer) {
    Context context = Context.ofMachine(store, "messina-messaging-");
    Connectors connectors =
        new Connectors(
            secrets, Clock.systemUTC(), new NodeConnectorTime(context.time()), context.random());
    return Messaging.start(
        context,
        streams,
        new MessagingSettings(
            configuration.get(Options.MESSAGES_SHARDS),
            secrets,
            connectors,
            configuration.find(Options.PUBLIC_URL),
            tracer));
  }
}
