package io.messina.messaging.node;

import io.messina.api.StreamName;
import io.messina.api.message.Channel;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.PaceOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.ConnectorFactory;
import io.messina.connectors.Inbox;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.route.Pacing;
import io.messina.messaging.send.SendServices;
import io.messina.messaging.track.Receipts;
import io.messina.messaging.track.Replies;
import io.messina.runtime.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The services that the connectors of a process share.
 *
 * @param replies stores replies of recipients
 */
record ConnectorServices(SendServices sending, ConnectorFactory factory, Replies replies) {

  private static final Set<StreamName> CHANNELS =
      Arrays.stream(Channel.values()).map(MessageStreams::ofChannel).collect(Collectors.toSet());

  Context context() {
    return sending.context();
  }

  MessageStreams streams() {
    return sending.streams();
  }

  /** A pace that begins now. */
  Pacing pacing(Optional<ConnectorDefinition> definition) {
    return new Pacing(pace(definition), this::share);
  }

  /** The pace of a connector; without a definition or a pace it is unlimited. */
  static PaceOptions pace(Optional<ConnectorDefinition> definition) {
    return definition.flatMap(it -> it.options().pace()).orElse(PaceOptions.FREE);
  }

  /** Opens a connector. The stream of replies is created before, if it takes replies. */
  Connector open(ConnectorDefinition definition) {
    String name = definition.name().value();
    ConnectorOptions options = definition.options();
    if (options.protocol().smpp().isPresent()) {
      var _ = streams().create(MessageStreams.REPLIES, sending.shards());
    }
    Receipts receipts = new Receipts(context(), streams());
    return factory.open(
        definition,
        new Inbox(
            receipt -> receipts.take(name, List.of(receipt)),
            reply -> replies.take(name, options.account(), reply)));
  }

  /** The share of this process in the shards that are routed, from 0 to 1. */
  private double share() {
    long own =
        streams().streams().owned().stream()
            .filter(shard -> CHANNELS.contains(shard.stream().name()))
            .count();
    int all =
        streams().streams().list().stream()
            .filter(stream -> CHANNELS.contains(stream.id().name()))
            .mapToInt(stream -> stream.options().shards())
            .sum();
    return all == 0 ? 1 : (double) own / all;
  }
}
