package io.messina.messaging.node;

import io.messina.api.Backoff;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.ReceivedMessage;
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
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.Inbox;
import io.messina.connectors.Receipt;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Reply;
import io.messina.connectors.SendTracer;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.send.Sender;
import io.messina.messaging.send.UncertainMessages;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Messaging on an embedded store, with providers that keep books. */
abstract class MessagingFixture {

  private static final int SHARDS = 2;

  private static final ThreadLocal<@Nullable Runnable> INTERRUPTION = new ThreadLocal<>();
  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final Map<String, Connector> PROVIDERS = new ConcurrentHashMap<>();
  private static final Map<String, Inbox> INBOXES = new ConcurrentHashMap<>();
  private final Map<ConnectorName, ConnectorOptions> connectors = new LinkedHashMap<>();
  private final Map<RouteName, RouteOptions> routes = new LinkedHashMap<>();
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
    return provider(name, repeats, PaceOptions.FREE, options(5_000, 5_000));
  }

  /** Whose uncertain messages can be resolved soon, as its claims are short. */
  Provider brief(String name, Optional<RepeatPromise> repeats) {
    return provider(name, repeats, PaceOptions.FREE, options(200, 5_000));
  }

  Provider provider(
      String name, Optional<RepeatPromise> repeats, PaceOptions pace, SendOptions options) {
    Provider provider = new Provider(repeats);
    PROVIDERS.put(own(name), provider);
    connectors.put(connector(name), connectorOptions(pace, options));
    return provider;
  }

  /** By whose numbers people can answer. */
  Provider carrier(String name, Optional<AccountName> owner) {
    Provider provider = new Provider(Optional.empty());
    PROVIDERS.put(own(name), provider);
    SmppOptions smpp = SmppOptions.of("127.0.0.1", 2775, "shop", "env:SMSC");
    connectors.put(
        connector(name),
        new ConnectorOptions(
            owner,
            new ConnectorProtocol(
                Optional.empty(),
                Optional.empty(),
                Optional.of(smpp),
                Optional.empty(),
                Optional.empty()),
            options(5_000, 5_000),
            Optional.empty(),
            Optional.empty(),
            PriceList.NONE));
    return provider;
  }

  static ConnectorOptions connectorOptions(PaceOptions pace, SendOptions options) {
    return new ConnectorOptions(
        Optional.empty(),
        ConnectorProtocol.of(new SandboxOptions(Duration.ZERO)),
        options,
        Optional.of(pace),
        Optional.empty(),
        PriceList.NONE);
  }

  /** Puts a connector anew, with a pace. */
  void pace(String name, PaceOptions pace) {
    ConnectorOptions paced = connectorOptions(pace, options(5_000, 60_000));
    connectors.put(connector(name), paced);
    var _ = messaging().put(connector(name), paced, Precondition.NONE);
  }

  ConnectorName connector(String name) {
    return new ConnectorName(own(name));
  }

  /** Calls that are repeated at once. */
  static SendOptions options(int callMillis, int retryForMillis) {
    Backoff soon = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50), 0);
    return new SendOptions(
        8, Duration.ofMillis(callMillis), Duration.ofMillis(retryForMillis), Optional.of(soon));
  }

  /** For the messages of this test. */
  void rule(Channel channel, List<String> taking, List<String> fallback) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    taking.forEach(name -> weights.put(own(name), 1));
    List<String> then = fallback.stream().map(this::own).toList();
    routes.put(route(), new RouteOptions(channel, Optional.of(shop), List.of(), weights, then));
  }

  RouteName route() {
    return new RouteName("route-" + number);
  }

  void start() {
    Messaging begun = Messaging.start(HurriedTime.context(interrupted(store)), streams, SETTINGS);
    running = begun;
    var _ = begun.put(shop, AccountOptions.DEFAULT, Precondition.NONE);
    connectors.forEach((name, options) -> begun.put(name, options, Precondition.NONE));
    putRoutes();
    connectors
        .keySet()
        .forEach(name -> SystemWaiting.until(() -> isSending(name), () -> name + ": sends"));
  }

  /** Does something once, when this thread is about to read a table of messaging. */
  static void beforeReading(Runnable action) {
    INTERRUPTION.set(action);
  }

  private static Store interrupted(Store whole) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (_, method, arguments) -> {
              @Nullable Runnable action = INTERRUPTION.get();
              if (action != null && method.getName().equals("scan")) {
                INTERRUPTION.remove();
                action.run();
              }
              try {
                return method.invoke(whole, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static final MessagingSettings SETTINGS =
      new MessagingSettings(
          SHARDS,
          reference -> {
            throw new IllegalArgumentException(reference + ": nothing there");
          },
          (definition, inbox) -> {
            INBOXES.put(definition.name().value(), inbox);
            return Objects.requireNonNull(PROVIDERS.get(definition.name().value()), "no provider");
          },
          Optional.empty(),
          SendTracer.NONE);

  /** Once it is started, what {@link #rule} has changed. */
  void putRoutes() {
    routes.forEach((name, options) -> messaging().put(name, options, Precondition.NONE));
  }

  private boolean isSending(ConnectorName name) {
    return messaging().sender(name.value()).isPresent();
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
    return sender(connector).uncertain();
  }

  Sender sender(String connector) {
    return messaging().sender(own(connector)).orElseThrow();
  }

  void receive(String connector, Receipt... some) {
    messaging().receive(own(connector), List.of(some));
  }

  void reply(String connector, Reply reply) {
    Objects.requireNonNull(INBOXES.get(own(connector)), "no inbox").replies().accept(reply);
  }

  /** What people have written to a connector. */
  List<ReceivedMessage> received(String connector) {
    return IntStream.range(0, SHARDS)
        .mapToObj(
            shard ->
                messaging().streams().stream(MessageStreams.REPLIES)
                    .read(shard, Optional.empty(), 1_000, Duration.ZERO))
        .flatMap(page -> page.events().stream())
        .map(each -> Wire.read(each.event().payload().toArray(), ReceivedMessage.class))
        .filter(each -> each.connector().equals(own(connector)))
        .toList();
  }

  private static Table table(String name) {
    return Messaging.TABLES.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  /** Takes a receipt as if it had come some time ago, for a message that nobody knows here. */
  void receivedBefore(String connector, Receipt receipt, Duration ago) {
    RowKey key =
        table("message_provider_ids")
            .partition(
                Column.ofText("connector").of(own(connector)),
                Column.ofText("provider_id").of(receipt.providerId()))
            .row(Column.ofText("entry").of("receipt/" + receipt.kind().name()));
    String said = Wire.write(receipt);
    String content =
        said.substring(0, said.length() - 1)
            + ",\"arrived\":\"%s\"}".formatted(Instant.now().minus(ago));
    Row row = Row.of(key, Column.ofBytes("content").of(Bytes.utf8(content)));
    store.write(
        PlainBatch.in(key.partition(), streams.timestamps().next())
            .put(row, Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS))
            .build());
  }

  NewMessage sms(String to, String key) {
    NewMessage message =
        NewMessage.of(shop, Channel.SMS, to, MessageContent.text("Your parcel is here."))
            .campaign("parcels");
    return key.isEmpty() ? message : message.key(key);
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

  /** Writes that an endpoint fails, as if that had been so for long. */
  void endpoint(String url, Instant since, Instant last) {
    RowKey key =
        table("message_endpoints")
            .partition(Column.ofText("account").of(shop.value()))
            .row(Column.ofText("url").of(url));
    Row row =
        Row.of(
            key,
            Column.ofInstant("failing_since").of(since.truncatedTo(ChronoUnit.MILLIS)),
            Column.ofInstant("last_failure").of(last.truncatedTo(ChronoUnit.MILLIS)),
            Column.ofText("reason").of("as a test has it"));
    store.write(
        PlainBatch.in(key.partition(), streams.timestamps().next())
            .put(row, Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS))
            .build());
  }

  MessageState state(String message) {
    return messaging().log().find(message).map(MessageReport::state).orElseThrow();
  }

  void awaitState(String message, MessageState state) {
    SystemWaiting.until(
        () -> messaging().log().find(message).filter(it -> it.state() == state).isPresent(),
        () -> message + ": " + messaging().log().find(message) + ", expected: " + state);
  }
}
