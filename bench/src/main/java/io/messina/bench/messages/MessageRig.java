package io.messina.bench.messages;

import io.messina.api.Backoff;
import io.messina.api.message.Channel;
import io.messina.api.message.NewMessage;
import io.messina.bench.figures.TemporaryFolder;
import io.messina.connectors.Connector;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.choice.Pacing;
import io.messina.messaging.choice.RouteRule;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.route.Routing;
import io.messina.messaging.send.Outlet;
import io.messina.messaging.send.SendOptions;
import io.messina.runtime.Context;
import io.messina.runtime.SystemTime;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardGroupStatus;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Messaging on a fresh embedded store that syncs. */
final class MessageRig implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(5);
  private static final Duration CALL = Duration.ofSeconds(30);

  private final TemporaryFolder folder;
  private final RocksStore store;
  private final Streams streams;
  private final MessageStreams named;
  private final Context context;
  private final int shards;
  private final Acceptance acceptance;
  private final List<Messaging.Way> ways = new ArrayList<>();
  private final List<RouteRule> rules = new ArrayList<>();
  private Optional<Messaging> running = Optional.empty();

  MessageRig(int shards) throws IOException {
    ThreadFactory threads = Thread.ofVirtual().factory();
    this.folder = TemporaryFolder.create();
    this.store =
        RocksStore.open(
            folder.path().resolve("store"), RocksStoreOptions.DEFAULT, InstantSource.system());
    this.streams = Streams.embedded(store);
    this.named = new MessageStreams(streams);
    this.context = new Context(store, new SystemTime(threads), new SecureRandom(), threads);
    this.shards = shards;
    Messaging.TABLES.forEach(store::create);
    var _ = named.create(MessageStreams.EVENTS, shards);
    for (Channel channel : Channel.values()) {
      var _ = named.create(MessageStreams.of(channel), shards);
    }
    this.acceptance = new Acceptance(context, named);
  }

  /** All messages of a channel go through a connector, so many at a time. */
  void send(Channel channel, Connector connector, int concurrency) {
    String name = channel.toString();
    SendOptions options = new SendOptions(concurrency, CALL, Duration.ofHours(1), Backoff.DEFAULT);
    ways.add(new Messaging.Way(new Outlet(name, connector, options), Pacing.Pace.FREE));
    rules.add(new RouteRule(channel, Optional.empty(), List.of(), Map.of(name, 1), List.of()));
  }

  /** Begins to route and to send. */
  void start() {
    running = Optional.of(Messaging.start(context, streams, shards, ways, () -> rules));
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

  /** How many messages of a channel are not routed yet. */
  long unrouted(Channel channel) {
    return named.stream(MessageStreams.of(channel)).group(Routing.GROUP).status().values().stream()
        .mapToLong(ShardGroupStatus::lag)
        .sum();
  }

  /** Waits until something is so. */
  static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  @Override
  public void close() throws IOException {
    running.ifPresent(Messaging::close);
    streams.close();
    store.close();
    folder.close();
  }
}
