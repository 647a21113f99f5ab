package io.messina.peers.call;

import io.messina.api.AttemptError;
import io.messina.api.Checks;
import io.messina.api.DeathCause;
import io.messina.api.GroupName;
import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.DelayedAddress;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.ownership.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The forms of the parts of requests and answers. Numbers are {@link Varints}, those that may be
 * negative as zigzag; a text is its length and its UTF-8; an alternative is its number from 0 and
 * its parts. Forms never change: a later version appends to a request or an answer.
 */
final class Forms {

  static final Form<Long> LONG =
      new Form<>(
          (out, value) -> out.putVarint(Varints.zigzag(value)),
          in -> Varints.unzigzag(in.takeVarint()));

  /** From 0. */
  static final Form<Integer> COUNT =
      new Form<>((out, value) -> out.putVarint(value), in -> takeInt(in, Integer.MAX_VALUE));

  static final Form<Integer> INT = Form.of(LONG, Integer::longValue, Math::toIntExact);

  static final Form<Boolean> FLAG =
      new Form<>((out, value) -> out.putByte(value ? 1 : 0), in -> takeInt(in, 1) == 1);

  static final Form<String> TEXT = new Form<>(GrowingBytes::putWithLength, BoundedBytes::takeText);

  static final Form<Bytes> BYTES =
      new Form<>(GrowingBytes::putWithLength, in -> in.takeBytes(in.takeLength()));

  static final Form<Instant> INSTANT =
      Form.of(LONG, Instant::getEpochSecond, COUNT, Instant::getNano, Instant::ofEpochSecond);

  static final Form<Duration> DURATION =
      Form.of(LONG, Duration::getSeconds, COUNT, Duration::getNano, Duration::ofSeconds);

  /** The rest of a wait, in milliseconds; a part of one counts as one. */
  static final Form<Duration> WAIT =
      new Form<>(
          (out, wait) -> out.putVarint(Math.max(0, wait.plusNanos(999_999).toMillis())),
          in -> Duration.ofMillis(takeLong(in)));

  static final Form<Position> POSITION =
      new Form<>(
          (out, position) -> out.putVarint(position.packed()),
          in -> Position.unpack(in.takeVarint()));

  static final Form<StreamId> STREAM =
      Form.of(
          TEXT,
          stream -> stream.name().value(),
          COUNT,
          StreamId::generation,
          (name, generation) -> new StreamId(new StreamName(name), generation));

  static final Form<GroupId> GROUP =
      Form.of(
          TEXT,
          group -> group.name().value(),
          COUNT,
          GroupId::generation,
          (name, generation) -> new GroupId(new GroupName(name), generation));

  static final Form<Incarnation> INCARNATION =
      Form.of(
          LONG,
          incarnation -> incarnation.id().getMostSignificantBits(),
          LONG,
          incarnation -> incarnation.id().getLeastSignificantBits(),
          (high, low) -> new Incarnation(new UUID(high, low)));

  static final Form<ShardId> SHARD =
      Form.of(STREAM, ShardId::stream, COUNT, ShardId::number, ShardId::new);

  static final Form<EventAddress> EVENT_ADDRESS =
      Form.of(
          COUNT,
          EventAddress::streamGeneration,
          COUNT,
          EventAddress::shard,
          COUNT,
          EventAddress::segment,
          POSITION,
          EventAddress::position,
          EventAddress::new);

  static final Form<DelayedAddress> DELAYED =
      Form.of(
          COUNT,
          DelayedAddress::streamGeneration,
          COUNT,
          DelayedAddress::shard,
          LONG,
          id -> id.due().toEpochMilli(),
          LONG,
          DelayedAddress::number,
          (generation, shard, due, number) ->
              new DelayedAddress(generation, shard, Instant.ofEpochMilli(due), number));

  static final Form<NodeId> NODE =
      Form.of(TEXT, NodeId::address, INCARNATION, NodeId::incarnation, NodeId::new);

  static final Form<MemberClock> MEMBER_CLOCK =
      Form.of(
          NODE,
          MemberClock::member,
          LONG,
          MemberClock::timestampMicros,
          NODE.list(),
          MemberClock::living,
          MemberClock::new);

  static final Form<List<AppendedSpan>> SPANS =
      Form.of(
              EVENT_ADDRESS.optional(),
              AppendedSpan::first,
              COUNT,
              AppendedSpan::count,
              FLAG,
              AppendedSpan::duplicate,
              FLAG,
              AppendedSpan::unchecked,
              AppendedSpan::new)
          .list();

  /** Earliest, latest, since. */
  static final Form<Start> START =
      new Form<>(
          (out, start) -> {
            switch (start) {
              case Start.Earliest() -> out.putByte(0);
              case Start.Latest() -> out.putByte(1);
              case Start.Since(Instant time) -> {
                out.putByte(2);
                INSTANT.put(out, time);
              }
            }
          },
          in ->
              switch (takeInt(in, 2)) {
                case 0 -> Start.earliest();
                case 1 -> Start.latest();
                default -> Start.since(INSTANT.take(in));
              });

  /** Pause, resume, seek, purge. */
  static final Form<GroupAction> ACTION =
      new Form<>(
          (out, action) -> {
            switch (action) {
              case GroupAction.Pause() -> out.putByte(0);
              case GroupAction.Resume() -> out.putByte(1);
              case GroupAction.Seek(Start to) -> {
                out.putByte(2);
                START.put(out, to);
              }
              case GroupAction.Purge() -> out.putByte(3);
            }
          },
          in ->
              switch (takeInt(in, 3)) {
                case 0 -> new GroupAction.Pause();
                case 1 -> new GroupAction.Resume();
                case 2 -> new GroupAction.Seek(START.take(in));
                default -> new GroupAction.Purge();
              });

  private static final Form<Nack> NACK =
      Form.of(
          DURATION.optional(),
          Nack::delay,
          TEXT.optional(),
          Nack::error,
          FLAG,
          Nack::dead,
          Nack::new);

  /** Ack, nacked, broken off, extend, keep, release. */
  static final Form<Outcome> OUTCOME =
      new Form<>(
          (out, outcome) -> {
            switch (outcome) {
              case Outcome.Ack() -> out.putByte(0);
              case Outcome.Nacked(Nack nack) -> {
                out.putByte(1);
                NACK.put(out, nack);
              }
              case Outcome.BrokenOff(String error) -> {
                out.putByte(2);
                TEXT.put(out, error);
              }
              case Outcome.Extend(Duration lease) -> {
                out.putByte(3);
                DURATION.put(out, lease);
              }
              case Outcome.Keep(Duration lease) -> {
                out.putByte(4);
                DURATION.put(out, lease);
              }
              case Outcome.Release() -> out.putByte(5);
            }
          },
          in ->
              switch (takeInt(in, 5)) {
                case 0 -> new Outcome.Ack();
                case 1 -> new Outcome.Nacked(NACK.take(in));
                case 2 -> new Outcome.BrokenOff(TEXT.take(in));
                case 3 -> new Outcome.Extend(DURATION.take(in));
                case 4 -> new Outcome.Keep(DURATION.take(in));
                default -> new Outcome.Release();
              });

  static final Form<ClaimRequest> CLAIM_REQUEST =
      Form.of(
          COUNT,
          ClaimRequest::max,
          LONG,
          ClaimRequest::bytesMax,
          DURATION,
          ClaimRequest::lease,
          TEXT,
          ClaimRequest::worker,
          ClaimRequest::new);

  static final Form<ClaimId> CLAIM_ID =
      Form.of(LONG, ClaimId::position, LONG, ClaimId::claim, COUNT, ClaimId::run, ClaimId::new);

  static final Form<ShardEpoch> SHARD_EPOCH =
      Form.of(COUNT, ShardEpoch::shard, COUNT, ShardEpoch::epoch, ShardEpoch::new);

  static final Form<ShardOutcome> SHARD_OUTCOME =
      Form.of(
          SHARD_EPOCH,
          ShardOutcome::shard,
          OUTCOME,
          ShardOutcome::outcome,
          CLAIM_ID.list(),
          ShardOutcome::claims,
          ShardOutcome::new);

  static final Form<OptionalInt> RUN =
      Form.of(
          COUNT.optional(),
          run -> run.isPresent() ? Optional.of(run.getAsInt()) : Optional.empty(),
          run -> run.map(OptionalInt::of).orElseGet(OptionalInt::empty));

  static final Form<Commit> COMMIT =
      Form.of(POSITION, Commit::position, RUN, Commit::run, TEXT, Commit::note, Commit::new);

  static final Form<ReceiptStatus> RECEIPT_STATUS =
      oneOf(
          List.of(
              ReceiptStatus.OK,
              ReceiptStatus.STALE,
              ReceiptStatus.UNKNOWN,
              ReceiptStatus.RETRY,
              ReceiptStatus.REFUSED));

  static final Form<DeathCause> DEATH_CAUSE =
      oneOf(
          List.of(
              DeathCause.EXHAUSTED,
              DeathCause.REJECTED,
              DeathCause.UNCERTAIN,
              DeathCause.ENRICH,
              DeathCause.READ,
              DeathCause.WRITE,
              DeathCause.KEY_FULL));

  static final Form<AttemptError> ATTEMPT_ERROR =
      Form.of(INT, AttemptError::attempt, TEXT, AttemptError::error, AttemptError::new);

  private static final Form<DeliveryState.Stage> STAGE =
      oneOf(
          List.of(
              DeliveryState.Stage.RECEIVED,
              DeliveryState.Stage.PROCESSING,
              DeliveryState.Stage.FAILED,
              DeliveryState.Stage.FINISHED));

  static final Form<DeliveryState> DELIVERY_STATE =
      new Form<>(
          (out, state) -> {
            STAGE.put(out, state.stage());
            TEXT.put(out, state.worker());
            LONG.put(out, state.sinceMillis());
            LONG.put(out, state.leaseUntilMillis());
            INT.put(out, state.attempt());
            TEXT.put(out, state.error());
          },
          in ->
              new DeliveryState(
                  STAGE.take(in),
                  TEXT.take(in),
                  LONG.take(in),
                  LONG.take(in),
                  INT.take(in),
                  TEXT.take(in)));

  static final Form<Unfinished> UNFINISHED =
      Form.of(LONG, Unfinished::position, DELIVERY_STATE, Unfinished::state, Unfinished::new);

  static final Form<Unfinished.Query> UNFINISHED_QUERY =
      Form.of(
          STAGE.optional(),
          Unfinished.Query::stage,
          TEXT.optional(),
          Unfinished.Query::worker,
          LONG,
          Unfinished.Query::heldMillis,
          COUNT,
          Unfinished.Query::max,
          Unfinished.Query::new);

  static final Form<ShardGroupStatus> STATUS =
      new Form<>(
          (out, status) -> {
            POSITION.put(out, status.end());
            POSITION.put(out, status.floor());
            LONG.put(out, status.lag());
            INT.put(out, status.inFlight());
            INT.put(out, status.waiting());
            POSITION.put(out, status.followed());
            LONG.put(out, status.unfollowed());
            INSTANT.optional().put(out, status.oldestUnfollowed());
            INSTANT.optional().put(out, status.oldestUnfinished());
            FLAG.put(out, status.paused());
            LONG.put(out, status.claimed());
            LONG.put(out, status.acknowledged());
            LONG.put(out, status.retried());
            LONG.put(out, status.dead());
            TEXT.optional().put(out, status.aside());
          },
          in ->
              new ShardGroupStatus(
                  POSITION.take(in),
                  POSITION.take(in),
                  LONG.take(in),
                  INT.take(in),
                  INT.take(in),
                  POSITION.take(in),
                  LONG.take(in),
                  INSTANT.optional().take(in),
                  INSTANT.optional().take(in),
                  FLAG.take(in),
                  LONG.take(in),
                  LONG.take(in),
                  LONG.take(in),
                  LONG.take(in),
                  TEXT.optional().take(in)));

  private Forms() {}

  /** One of some values, by its number from 0; new ones come last. */
  static <E extends Enum<E>> Form<E> oneOf(List<E> all) {
    return new Form<>(
        (out, value) -> out.putVarint(all.indexOf(value)),
        in -> all.get(takeInt(in, all.size() - 1)));
  }

  /** Reads how many values follow, each of which takes a byte at least. */
  static int takeCount(BoundedBytes in) {
    return takeInt(in, in.remaining());
  }

  static int takeInt(BoundedBytes in, int most) {
    long value = in.takeVarint();
    Checks.between("number", value, 0, most);
    return (int) value;
  }

  private static long takeLong(BoundedBytes in) {
    long value = in.takeVarint();
    Checks.between("number", value, 0, Long.MAX_VALUE);
    return value;
  }
}
