package io.messina.peers.call;

import io.messina.api.AttemptError;
import io.messina.api.ClaimOptions;
import io.messina.api.DeathCause;
import io.messina.api.GroupName;
import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.SourceBatch;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.peers.call.Call.GroupPlace;
import io.messina.peers.call.Call.ShardPlace;
import io.messina.runtime.Micros;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.ownership.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/** Calls, answers and exceptions with usual values and with those at their bounds. */
final class Samples {

  private final Random random;

  Samples(long seed) {
    this.random = new Random(seed);
  }

  /** A call of one of the methods. */
  Call<?> call(CallKind<?, ?> kind) {
    return switch (kind.number()) {
      case 1 ->
          new Call.AwaitReady(
              stream(), group(), list(20, () -> random.nextInt(ShardId.NUMBER_MAX)), pause());
      case 23 -> new Call.Leaves(new Incarnation(new UUID(random.nextLong(), random.nextLong())));
      case 24 -> new Call.Released(shard());
      case 2 -> new Call.Append(owned(), run());
      case 3 -> new Call.Schedule(owned(), event(), instant());
      case 4 -> new Call.Cancel(owned(), delayed(), random.nextBoolean());
      case 5 -> new Call.Scheduled(owned(), delayed());
      case 6 -> new Call.Read(owned(), position(), max(), pause());
      case 7 -> new Call.Find(owned(), instant());
      case 8 -> new Call.EventAt(owned(), position());
      case 9 -> new Call.Begin(place());
      case 10 -> new Call.Claim(place(), claimRequest());
      case 11 -> new Call.Settle(place(), outcome(), list(20, this::claimId));
      case 12 -> new Call.GroupRead(place(), max(), pause());
      case 13 ->
          new Call.CommitTo(
              place(),
              new Commit(position(), run(random.nextBoolean()), text(Commit.NOTE_BYTES_MAX / 4)));
      case 14 -> new Call.Command(place(), action());
      case 15 -> new Call.DeadLetters(place(), position(), max());
      case 16 -> new Call.Redrive(place(), list(20, this::position));
      case 17 -> new Call.Discard(place(), list(20, this::position));
      case 18 -> new Call.State(place(), position());
      case 19 -> new Call.Status(place());
      case 27 ->
          new Call.UnfinishedOf(
              place(),
              new Unfinished.Query(
                  optional(() -> one(DeliveryState.Stage.values())),
                  optional(this::text),
                  number(),
                  max()));
      case 25 -> new Call.RaiseClock(number());
      case 26 -> new Call.Ask(text(), bytes(0, one(0, 1, 900)));
      case 20 -> new Call.Epoch(owned());
      case 21 -> new Call.ClaimMany(stream(), group(), list(20, this::shardEpoch), claimRequest());
      case 22 ->
          new Call.SettleMany(
              stream(),
              group(),
              list(20, () -> new ShardOutcome(shardEpoch(), outcome(), list(20, this::claimId))));
      default -> throw new AssertionError(kind + " has no sample");
    };
  }

  /** What a node might answer to it. */
  Object answer(CallKind<?, ?> kind) {
    return switch (kind.number()) {
      case 1, 20 -> count();
      case 2 -> list(20, this::span);
      case 3 -> delayed();
      case 4 -> random.nextBoolean();
      case 5 ->
          optional(
              () ->
                  random.nextBoolean()
                      ? new ScheduledEvent.Waiting(event())
                      : new ScheduledEvent.Appended(stored(shard())));
      case 6, 12 -> page();
      case 7 -> position();
      case 8 -> optional(() -> stored(shard()));
      case 9, 13, 14, 23, 24 -> Call.Done.DONE;
      case 10 -> {
        ShardId shard = shard();
        yield list(20, () -> claimed(shard));
      }
      case 11 -> list(20, () -> one(ReceiptStatus.values()));
      case 15 -> {
        ShardId shard = shard();
        yield list(20, () -> dead(shard));
      }
      case 16, 17 -> list(20, this::position);
      case 18 -> state();
      case 27 -> list(20, () -> new Unfinished(number(), state()));
      case 19 -> status();
      case 25 -> new MemberClock(node(), number(), list(20, this::node));
      case 26 -> bytes(0, one(0, 1, 900));
      case 21 -> {
        List<ClaimedEvent> events = new ArrayList<>();
        StreamId stream = stream();
        for (int number : list(5, () -> random.nextInt(ShardId.NUMBER_MAX))) {
          events.addAll(list(20, () -> claimed(new ShardId(stream, number))));
        }
        yield new ClaimedFrom(events, list(20, () -> random.nextInt(ShardId.NUMBER_MAX)));
      }
      case 22 -> list(20, () -> list(20, () -> one(ReceiptStatus.values())));
      default -> throw new AssertionError(kind + " has no sample");
    };
  }

  /** What a node might throw. */
  RuntimeException failure() {
    return switch (random.nextInt(7)) {
      case 0 ->
          new NotOwnerException(
              shard(), optional(() -> new OwnerAddress("node-1:8421", one(1, count()))));
      case 1 -> new RequestException.NotFound(one(RequestException.NotFound.Kind.values()), text());
      case 2 -> new RequestException.Refused(one(RequestException.Refused.Reason.values()), text());
      case 3 -> new RequestException.Overloaded(text());
      case 4 -> new RequestException.Unavailable(text());
      case 5 -> new RequestException.Unknown(text());
      default -> new PeerException(text(), true);
    };
  }

  private NodeId node() {
    return new NodeId(text(), Incarnation.next(random));
  }

  private DeliveryState state() {
    return new DeliveryState(
        one(DeliveryState.Stage.values()), text(), number(), number(), (int) number(), text());
  }

  private ShardGroupStatus status() {
    return new ShardGroupStatus(
        position(),
        position(),
        number(),
        (int) number(),
        (int) number(),
        position(),
        number(),
        optional(this::instant),
        optional(this::instant),
        random.nextBoolean(),
        number(),
        number(),
        number(),
        number(),
        optional(this::text));
  }

  private EventPage page() {
    ShardId shard = shard();
    return new EventPage(
        list(20, () -> stored(shard)),
        position(),
        run(random.nextBoolean()),
        list(3, this::position));
  }

  private AppendedSpan span() {
    return new AppendedSpan(
        optional(() -> id(shard())), 1 + count() / 2, random.nextBoolean(), random.nextBoolean());
  }

  private ClaimedEvent claimed(ShardId shard) {
    StoredEvent stored = stored(shard);
    ClaimAddress receipt =
        new ClaimAddress(
            stored.id().streamGeneration(),
            generation(),
            count(),
            stored.id().shard(),
            stored.id().position(),
            Math.max(0, number()));
    return new ClaimedEvent(
        stored, (int) number(), receipt, random.nextBoolean(), random.nextBoolean());
  }

  private DeadEvent dead(ShardId shard) {
    StoredEvent stored = stored(shard);
    DeadLetter letter =
        new DeadLetter(
            stored.id().position().packed(),
            count(),
            one(DeathCause.values()),
            (int) number(),
            list(3, () -> new AttemptError((int) number(), text())));
    return new DeadEvent(stored, letter, instant());
  }

  private StoredEvent stored(ShardId shard) {
    Instant appended =
        Micros.toInstant(
            random.nextInt(4) == 0
                ? Math.max(0, number())
                : random.nextLong(2_000_000_000_000_000L));
    return new StoredEvent(id(shard), event(), appended);
  }

  private EventAddress id(ShardId shard) {
    return new EventAddress(shard.stream().generation(), shard.number(), count(), position());
  }

  private GroupAction action() {
    return switch (random.nextInt(6)) {
      case 0 -> new GroupAction.Pause();
      case 1 -> new GroupAction.Resume();
      case 2 -> new GroupAction.Seek(Start.earliest());
      case 3 -> new GroupAction.Seek(Start.latest());
      case 4 -> new GroupAction.Seek(Start.since(instant()));
      default -> new GroupAction.Purge();
    };
  }

  private Outcome outcome() {
    return switch (random.nextInt(6)) {
      case 0 -> new Outcome.Ack();
      case 1 ->
          new Outcome.Nacked(
              new Nack(
                  optional(() -> Duration.ofMillis(random.nextInt(43_200_000))),
                  optional(() -> text(Nack.ERROR_CHARS_MAX / 2)),
                  random.nextBoolean()));
      case 2 -> new Outcome.BrokenOff(text());
      case 3 -> new Outcome.Extend(lease());
      case 4 -> new Outcome.Keep(lease());
      default -> new Outcome.Release();
    };
  }

  private ClaimId claimId() {
    return new ClaimId(position().packed(), Math.max(1, number()), count());
  }

  /** Events to append: some of one time, some with a key together. */
  EventRun run() {
    List<Event> events = list(9, this::event);
    events.add(event());
    EventRun run = EventRun.of(events);
    return random.nextInt(4) == 0 ? run.withKey(key()) : run;
  }

  Event event() {
    return new Event(
        optional(() -> bytes(1, one(1, 20, Event.KEY_BYTES_MAX))),
        optional(this::instant),
        random.nextInt(4) == 0 ? Optional.of(key()) : Optional.empty(),
        random.nextInt(4) == 0
            ? Optional.of(new SourceBatch(key(), Math.max(0, number())))
            : Optional.empty(),
        random.nextInt(4) == 0 ? headers() : Map.of(),
        one(Event.OCTETS, "application/json", "text/plain", "text/turtle; a=é"),
        random.nextInt(200) == 0
            ? bytes(Event.PAYLOAD_BYTES_MAX, Event.PAYLOAD_BYTES_MAX)
            : bytes(0, one(0, 1, 200)));
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    int count = 1 + random.nextInt(one(2, Event.HEADERS_MAX));
    for (int i = 0; i < count; i++) {
      headers.put("header-" + i, text(100));
    }
    return headers;
  }

  private Bytes bytes(int least, int most) {
    byte[] bytes = new byte[least + random.nextInt(most - least + 1)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  private String key() {
    return "k" + text(Event.IDEMPOTENCY_KEY_CHARS_MAX - 1).replaceAll("\\p{C}", "x");
  }

  private String text() {
    return text(700);
  }

  private String text(int most) {
    StringBuilder text = new StringBuilder();
    int chars = random.nextInt(one(1, 10, most + 1));
    while (text.length() < chars - 1) {
      text.append(one("a", "é", "€", "𝄞", "Z", "\0"));
    }
    return text.toString();
  }

  private StreamId stream() {
    return new StreamId(
        new StreamName(one("work", "w", "a-name.with_all", "x".repeat(64))), generation());
  }

  private GroupId group() {
    return new GroupId(new GroupName(one("readers", "r", "kind.name.1")), generation());
  }

  private ShardId shard() {
    return new ShardId(stream(), one(0, 7, ShardId.NUMBER_MAX - 1));
  }

  private ClaimRequest claimRequest() {
    return new ClaimRequest(1 + random.nextInt(ClaimOptions.LIMIT_MAX), number(), lease(), text());
  }

  private ShardEpoch shardEpoch() {
    return new ShardEpoch(random.nextInt(ShardId.NUMBER_MAX), count());
  }

  private ShardPlace owned() {
    return new ShardPlace(shard(), count());
  }

  private GroupPlace place() {
    return new GroupPlace(owned(), group());
  }

  private DelayedAddress delayed() {
    return new DelayedAddress(
        generation(),
        one(0, ShardId.NUMBER_MAX - 1),
        Instant.ofEpochMilli(random.nextLong(one(1L, 4_000_000_000_000L, Long.MAX_VALUE))),
        number());
  }

  private int generation() {
    return one(1, 2, Integer.MAX_VALUE);
  }

  private int count() {
    return one(0, 1, 127, 128, random.nextInt(Integer.MAX_VALUE), Integer.MAX_VALUE);
  }

  private long number() {
    return one(0L, 1L, -1L, random.nextLong(), Long.MAX_VALUE, Long.MIN_VALUE);
  }

  private Position position() {
    return one(
        Position.START,
        new Position(1, 0),
        new Position(3, random.nextLong(1_000_000)),
        new Position(Position.EPOCH_MAX, Position.SEQUENCE_MAX));
  }

  private int max() {
    return one(1, 10_000);
  }

  private Duration pause() {
    return one(Duration.ZERO, Duration.ofMillis(1), Duration.ofSeconds(20), Duration.ofDays(1));
  }

  private Duration lease() {
    return one(Duration.ofSeconds(1), Duration.ofMillis(1_500), Duration.ofHours(12));
  }

  private Instant instant() {
    return one(
        Instant.EPOCH,
        Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000)),
        Instant.ofEpochSecond(-1, 999_999_999),
        Instant.MIN,
        Instant.MAX);
  }

  private OptionalInt run(boolean present) {
    return present ? OptionalInt.of(count()) : OptionalInt.empty();
  }

  private <T> Optional<T> optional(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> List<T> list(int most, Supplier<T> value) {
    List<T> values = new ArrayList<>();
    for (int i = random.nextInt(one(1, 2, most + 1)); i > 0; i--) {
      values.add(value.get());
    }
    return values;
  }

  @SafeVarargs
  private <T> T one(T... values) {
    return values[random.nextInt(values.length)];
  }
}
