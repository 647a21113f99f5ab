package io.messina.bench.messages;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.api.message.Channel;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorProtocol;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.PriceList;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.api.message.protocol.SandboxOptions;
import io.messina.bench.figures.EmbeddedStreams;
import io.messina.connectors.Connector;
import io.messina.connectors.Secret;
import io.messina.connectors.SendTracer;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.node.MessagingCatalog;
import io.messina.messaging.node.MessagingSettings;
import io.messina.messaging.route.Breaker;
import io.messina.messaging.route.Candidates;
import io.messina.messaging.route.Pacing;
import io.messina.messaging.route.Routing;
import io.messina.messaging.template.Templates;
import io.messina.messaging.track.Tracker;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.Precondition;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Messaging on a fresh embedded store that syncs. */
final class MessageRig implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(5);
  private static final Duration CALL = Duration.ofSeconds(30);

  private final EmbeddedStreams embedded;
  private final Streams streams;
  private final MessageStreams named;
  private final Context context;
  private final int shards;
  private final Acceptance acceptance;
  private final Map<ConnectorName, Connector> connectors = new LinkedHashMap<>();
  private final Map<ConnectorName, Integer> atATime = new LinkedHashMap<>();
  private final Deque<Runnable> parts = new ArrayDeque<>(); // ends what runs, the last one first

  MessageRig(int shards) throws IOException {
    ThreadFactory threads = Thread.ofVirtual().factory();
    this.embedded = EmbeddedStreams.open();
    this.streams = embedded.streams();
    this.named = new MessageStreams(streams);
    this.context =
        new Context(embedded.store(), new SystemTime(threads), new SecureRandom(), threads);
    this.shards = shards;
    Messaging.TABLES.forEach(embedded.store()::create);
    var _ = named.create(MessageStreams.EVENTS, shards);
    for (Channel channel : Channel.values()) {
      var _ = named.create(MessageStreams.ofChannel(channel), shards);
    }
    this.acceptance =
        new Acceptance(context, named, _ -> AccountOptions.DEFAULT, new Templates(context));
  }

  /** All messages of a channel are sent by one connector, so many at a time. */
  void send(Channel channel, Connector connector, int concurrency) {
    ConnectorName name = new ConnectorName(channel.toString());
    connectors.put(name, connector);
    atATime.put(name, concurrency);
  }

  /** Begins to route and to send. The definitions exist before: messages may wait already. */
  void start() {
    try (MessagingCatalog catalog = MessagingCatalog.of(context)) {
      catalog.start();
      atATime.forEach((name, calls) -> define(catalog, name, calls));
    }
    MessagingSettings settings =
        new MessagingSettings(
            shards,
            _ -> new Secret("secret"),
            (definition, _) -> Objects.requireNonNull(connectors.get(definition.name())),
            Optional.empty(),
            SendTracer.NONE);
    parts.addFirst(Messaging.start(context, streams, settings)::close);
  }

  /** Begins to track, without anything else. */
  void track() {
    parts.addFirst(Tracker.start(context, named, new FollowTrouble("the bench"))::close);
  }

  /** Begins to route a channel to one connector that sends nothing. */
  void routeOnly(Channel channel) {
    String name = channel.toString();
    var _ = named.create(MessageStreams.ofConnector(name), shards);
    parts.addFirst(Routing.start(context, named, shards, new OneWay(route(channel, name)))::close);
  }

  private static RouteOptions route(Channel channel, String connector) {
    return new RouteOptions(channel, Optional.empty(), List.of(), Map.of(connector, 1), List.of());
  }

  /** One connector without a pace. */
  private record OneWay(RouteOptions route, Map<String, Candidate> connectors)
      implements Candidates {

    OneWay(RouteOptions route) {
      this(route, Map.of(route.weights().keySet().iterator().next(), candidate()));
    }

    private static Candidate candidate() {
      NodeTime time = new SystemTime(Thread.ofVirtual().factory());
      return new Candidate(
          1, Optional.empty(), new Breaker(time), new Pacing(PaceOptions.FREE, () -> 1));
    }

    @Override
    public List<RouteOptions> routes() {
      return List.of(route);
    }

    @Override
    public void refresh(Instant now) {}
  }

  private static void define(MessagingCatalog catalog, ConnectorName name, int calls) {
    ConnectorOptions options =
        new ConnectorOptions(
            Optional.empty(),
            ConnectorProtocol.of(new SandboxOptions(Duration.ZERO)),
            new SendOptions(calls, CALL, Duration.ofHours(1), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            PriceList.NONE);
    var _ = catalog.put(name, options, Precondition.NONE);
    Channel channel = Channel.valueOf(name.value().toUpperCase(Locale.ROOT));
    var _ =
        catalog.put(new RouteName(name.value()), route(channel, name.value()), Precondition.NONE);
  }

  /** Accepts messages, whether or not it has begun to send. */
  void accept(List<NewMessage> messages) {
    acceptance.accept(messages).stream()
        .flatMap(answer -> answer.refusal().stream())
        .forEach(
            refusal -> {
              throw refusal;
            });
  }

  /** Whether all messages of a channel are routed. */
  boolean isRouted(Channel channel) {
    return isFollowed(MessageStreams.ofChannel(channel), Routing.GROUP);
  }

  /** Whether all that happened can be looked at. */
  boolean isTracked() {
    return isFollowed(MessageStreams.EVENTS, Tracker.GROUP);
  }

  private boolean isFollowed(StreamName name, GroupName group) {
    Stream stream = named.stream(name);
    return !stream.groups().isEmpty()
        && stream.group(group).status().values().stream()
            .allMatch(shard -> shard.unfollowed() == 0);
  }

  /** Waits until something is so. */
  static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  @Override
  public void close() throws IOException {
    parts.forEach(Runnable::run);
    embedded.close();
  }
}
