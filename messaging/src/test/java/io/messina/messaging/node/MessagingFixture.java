package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Backoff;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.connectors.Receipt;
import io.messina.connectors.RepeatPromise;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.choice.Pacing;
import io.messina.messaging.choice.RouteRule;
import io.messina.messaging.send.Outlet;
import io.messina.messaging.send.SendOptions;
import io.messina.messaging.send.UncertainMessages;
import io.messina.runtime.Context;
import io.messina.runtime.SystemTime;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Messaging on an embedded store, with providers that keep books. */
abstract class MessagingFixture {

  private static final int SHARDS = 2;

  private final ThreadFactory threads = Thread.ofVirtual().factory();
  private static final AtomicInteger TESTS = new AtomicInteger();
  private final List<Messaging.Way> ways = new ArrayList<>();
  private final List<RouteRule> rules = new ArrayList<>();
  private final int number = TESTS.incrementAndGet();

  /** What one account is told, another one is not. */
  final AccountName shop = new AccountName("shop-" + number);

  @TempDir private static Path folder;
  private static Store store;
  private static Streams streams;
  private @Nullable Messaging running;

  @BeforeAll
  static void open() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    streams = Streams.embedded(store);
  }

  @AfterAll
  static void close() {
    streams.close();
    store.close();
  }

  @AfterEach
  void stop() {
    messaging().close();
  }

  /** Connectors of one test are not those of another one. */
  private String own(String name) {
    return name + "-" + number;
  }

  Provider provider(String name, Optional<RepeatPromise> repeats) {
    return provider(name, repeats, Pacing.Pace.FREE, quick(5_000));
  }

  Provider provider(
      String name, Optional<RepeatPromise> repeats, Pacing.Pace pace, SendOptions options) {
    Provider provider = new Provider(repeats);
    ways.add(new Messaging.Way(new Outlet(own(name), provider, options), pace));
    return provider;
  }

  /** Calls of 200 ms, repeated at once. */
  static SendOptions quick(int retryForMillis) {
    Backoff soon = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50), 0);
    return new SendOptions(8, Duration.ofMillis(200), Duration.ofMillis(retryForMillis), soon);
  }

  void rule(Channel channel, List<String> connectors, List<String> fallback) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    connectors.forEach(name -> weights.put(own(name), 1));
    List<String> then = fallback.stream().map(this::own).toList();
    rules.add(new RouteRule(channel, Optional.empty(), List.of(), weights, then));
  }

  void start() {
    Context context = new Context(store, new SystemTime(threads), new Random(), threads);
    running = Messaging.start(context, streams, SHARDS, ways, () -> rules);
  }

  /** Ends and begins again. */
  void restart() {
    stop();
    start();
  }

  Messaging messaging() {
    return Objects.requireNonNull(running, "not started");
  }

  UncertainMessages uncertain(String connector) {
    return messaging().sender(own(connector)).orElseThrow().uncertain();
  }

  void receive(String connector, Receipt... some) {
    messaging().receive(own(connector), List.of(some));
  }

  NewMessage sms(String to, String key) {
    return new NewMessage(
        shop,
        Channel.SMS,
        Optional.empty(),
        to,
        MessageContent.text("Your parcel is here."),
        Optional.empty(),
        Optional.empty(),
        Optional.of("parcels"),
        Map.of(),
        key.isEmpty() ? Optional.empty() : Optional.of(key));
  }

  static String number(int i) {
    return "+39333%07d".formatted(i);
  }

  List<String> accept(List<NewMessage> messages) {
    return messaging().acceptance().accept(messages).stream()
        .map(answer -> answer.message().orElseThrow(() -> answer.refusal().orElseThrow()))
        .toList();
  }

  String accept(NewMessage message) {
    return accept(List.of(message)).getFirst();
  }

  Acceptance.Answer answer(NewMessage message) {
    return messaging().acceptance().accept(List.of(message)).getFirst();
  }

  MessageState state(String message) {
    return messaging().log().find(message).map(MessageReport::state).orElseThrow();
  }

  void awaitState(String message, MessageState state) {
    await(
        () -> messaging().log().find(message).filter(it -> it.state() == state).isPresent(),
        () -> message + ": " + messaging().log().find(message) + ", expected: " + state);
  }

  static void await(BooleanSupplier condition, Supplier<String> words) {
    long untilNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(words).isLessThan(untilNanos);
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
