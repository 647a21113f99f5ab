package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.NotDefinedException;
import io.messina.messaging.accept.Acceptance.Answer;
import io.messina.messaging.recipient.Suppressions;
import io.messina.messaging.template.Templates;
import io.messina.messaging.track.Tracker;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Consumer;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Acceptance by two processes on one embedded store, whose wall clocks can be set. */
@SuppressWarnings("NullAway.Init")
abstract class AcceptanceFixture {

  private static final int SHARDS = 2;
  private static final ThreadFactory THREADS = Thread.ofVirtual().factory();
  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final Map<AccountName, AccountOptions> ACCOUNTS = new ConcurrentHashMap<>();
  private static final AtomicReference<Duration> SHIFT = new AtomicReference<>(Duration.ZERO);
  private static final AtomicReference<Optional<Instant>> FROZEN =
      new AtomicReference<>(Optional.empty());

  @TempDir private static Path folder;
  private static Store store;
  private static Streams streams;
  private static Consumer tracker;

  AccountName shop;
  private AcceptingProcess here;
  private AcceptingProcess there;

  /** What one process does. */
  record AcceptingProcess(AcceptServices services, Acceptance acceptance, Templates templates) {

    static AcceptingProcess start() {
      Context context = new Context(store, new ShiftedTime(), new Random(), THREADS);
      MessageStreams all = new MessageStreams(streams);
      Templates templates = new Templates(context);
      DraftBuilder drafting = new DraftBuilder(AcceptingProcess::account, templates);
      AcceptServices services = new AcceptServices(context, all, drafting);
      return new AcceptingProcess(services, new Acceptance(services), templates);
    }

    private static AccountOptions account(AccountName name) {
      return Optional.ofNullable(ACCOUNTS.get(name))
          .orElseThrow(() -> new NotDefinedException("account", name.value()));
    }

    List<Answer> accept(List<NewMessage> messages) {
      return acceptance.accept(messages);
    }

    Answer accept(NewMessage message) {
      return accept(List.of(message)).getFirst();
    }

    String accepted(NewMessage message) {
      Answer answer = accept(message);
      return answer.message().orElseThrow(() -> answer.refusal().orElseThrow());
    }

    Instant now() {
      return services.context().now();
    }

    /** The steps of an acceptance, one by one. */
    Draft draft(NewMessage wanted) {
      MessageKeyTable.AccountKey place = place(wanted);
      return services
          .drafting()
          .fresh(wanted, MessageIds.of(place, List.of()), MessageIds.digest(wanted), now());
    }

    void decide(Draft draft) {
      MessageKeyTable.write(
          store,
          place(draft.wanted()),
          "an attempt of " + hashCode(),
          draft.decision(),
          services.streams().nextTimestampMicros());
    }

    void put(Draft draft) {
      Stream stream = stream();
      if (draft.decision().scheduled()) {
        var _ = stream.schedule(draft.message().keyedEvent(), draft.due());
      } else {
        var _ = stream.append(List.of(draft.message().keyedEvent()));
      }
    }

    private static MessageKeyTable.AccountKey place(NewMessage wanted) {
      return new MessageKeyTable.AccountKey(wanted.account(), wanted.marks().key().orElseThrow());
    }

    List<MessageEvent> events(String message) {
      return services.log().events(message);
    }

    List<MessageEventKind> kinds(String message) {
      return events(message).stream().map(MessageEvent::kind).toList();
    }

    boolean cancel(String message) {
      return new io.messina.messaging.track.Cancellation(services.context(), services.streams())
          .cancel(message);
    }

    /** How many its process says that it has accepted. */
    long said() {
      return ACCOUNTS.keySet().stream()
          .flatMap(
              name ->
                  QuotaTable.read(store, name, LocalDate.ofInstant(now(), ZoneOffset.UTC)).stream())
          .filter(said -> said.writer().equals(services.quotas().writer()))
          .mapToLong(QuotaTable.Published::count)
          .sum();
    }
  }

  private static final class ShiftedTime implements NodeTime {

    private final NodeTime system = new SystemTime(THREADS);

    @Override
    public InstantSource wall() {
      return () -> FROZEN.get().orElseGet(() -> system.wall().instant().plus(SHIFT.get()));
    }

    @Override
    public long nanoTime() {
      return system.nanoTime() + SHIFT.get().toNanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      system.sleep(duration);
    }

    @Override
    public NodeTime.Cancellation schedule(Duration delay, Runnable task) {
      return system.schedule(delay, task);
    }
  }

  @BeforeAll
  static void open() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    streams = Streams.embedded(store);
    store.create(DefinitionTable.DEFINITIONS);
    List.of(Acceptance.TABLES, Tracker.TABLES, Suppressions.TABLES)
        .forEach(tables -> tables.forEach(store::create));
    MessageStreams all = new MessageStreams(streams);
    var _ = all.create(MessageStreams.ofChannel(Channel.SMS), SHARDS);
    var _ = all.create(MessageStreams.ofChannel(Channel.EMAIL), SHARDS);
    var _ = all.create(MessageStreams.EVENTS, SHARDS);
    Context context = new Context(store, new SystemTime(THREADS), new Random(), THREADS);
    tracker = Tracker.start(context, all, new FollowTrouble("tracker"));
  }

  @AfterAll
  static void close() {
    tracker.close();
    streams.close();
    store.close();
  }

  @BeforeEach
  void begin() {
    SHIFT.set(Duration.ZERO);
    FROZEN.set(Optional.empty());
    shop = new AccountName("shop-" + TESTS.incrementAndGet());
    account(AccountOptions.DEFAULT);
    here = AcceptingProcess.start();
    there = AcceptingProcess.start();
  }

  AcceptingProcess here() {
    return here;
  }

  AcceptingProcess there() {
    return there;
  }

  void account(AccountOptions options) {
    ACCOUNTS.put(shop, options);
  }

  /** Stops all wall clocks at this moment. */
  void freeze() {
    FROZEN.set(Optional.of(here.now()));
  }

  /** Sets all wall clocks forward from now. */
  static void shift(Duration by) {
    SHIFT.set(by);
  }

  NewMessage sms(int number) {
    return NewMessage.of(shop, Channel.SMS, number(number), MessageContent.text("hello"));
  }

  static String number(int i) {
    return "+39333%07d".formatted(i);
  }

  static ProblemCode code(Answer answer) {
    return answer.refusal().orElseThrow().code();
  }

  static long refused(List<Answer> answers) {
    return answers.stream().filter(answer -> answer.message().isEmpty()).count();
  }

  private static Stream stream() {
    return streams.stream(MessageStreams.ofChannel(Channel.SMS));
  }

  /** What of this test is in the stream, to be routed. */
  List<Message> messages() {
    List<Message> all = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      stream().read(shard, Optional.empty(), 10_000, Duration.ZERO).events().stream()
          .flatMap(event -> Message.of(event).stream())
          .filter(message -> message.recipient().account().equals(shop))
          .forEach(all::add);
    }
    return all;
  }

  List<String> stored() {
    return messages().stream().map(Message::id).toList();
  }
}
