package io.messina.peers.call;

import static io.messina.peers.PeerNetwork.Weight.BULK;
import static io.messina.peers.PeerNetwork.Weight.LIGHT;

import io.messina.api.Checks;
import io.messina.peers.PeerNetwork.Weight;
import io.messina.peers.call.Call.AwaitReady;
import io.messina.peers.call.Call.Done;
import io.messina.peers.call.Call.GroupPlace;
import io.messina.peers.call.Call.ShardPlace;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A method that nodes ask for, and the forms of its arguments and its answer. A request is
 *
 * <pre>
 *   | version 1 | number of the method | arguments | parts of later versions |
 * </pre>
 *
 * <p>An older node passes over the parts of later versions, so a newer node takes their absence for
 * the former behaviour. Another method, or another version, cannot be passed over.
 *
 * @param number in the request; never used for anything else
 * @param weight which connection it takes: the one for events, or the one for the rest
 */
record CallKind<C extends Call<A>, A>(
    int number, Class<C> type, Weight weight, Form<C> request, Form<A> answer) {

  private static final int VERSION = 1;

  /** Most requests are shorter. */
  private static final int CAPACITY = 128;

  private static final Form<ShardPlace> OWNED =
      Form.of(Forms.SHARD, ShardPlace::shard, Forms.COUNT, ShardPlace::epoch, ShardPlace::new);

  private static final Form<GroupPlace> GROUP =
      Form.of(OWNED, GroupPlace::shard, Forms.GROUP, GroupPlace::group, GroupPlace::new);

  private static final Form<Done> DONE = new Form<>((_, _) -> {}, _ -> Done.DONE);

  /** All methods. */
  static final List<CallKind<?, ?>> ALL =
      List.of(
          new CallKind<>(
              1,
              AwaitReady.class,
              LIGHT,
              Form.of(
                  Forms.STREAM,
                  AwaitReady::stream,
                  Forms.GROUP,
                  AwaitReady::group,
                  Forms.COUNT.list(),
                  AwaitReady::shards,
                  Forms.WAIT,
                  AwaitReady::atMost,
                  AwaitReady::new),
              Forms.COUNT),
          new CallKind<>(
              2,
              Call.Append.class,
              BULK,
              Form.of(
                  OWNED, Call.Append::shard, EventForms.RUN, Call.Append::events, Call.Append::new),
              Forms.SPANS),
          new CallKind<>(
              3,
              Call.Schedule.class,
              BULK,
              Form.of(
                  OWNED,
                  Call.Schedule::shard,
                  EventForms.EVENT,
                  Call.Schedule::event,
                  Forms.INSTANT,
                  Call.Schedule::due,
                  Call.Schedule::new),
              Forms.DELAYED),
          new CallKind<>(
              4,
              Call.Cancel.class,
              LIGHT,
              Form.of(
                  OWNED,
                  Call.Cancel::shard,
                  Forms.DELAYED,
                  Call.Cancel::id,
                  Forms.FLAG,
                  Call.Cancel::keyStaysUsed,
                  Call.Cancel::new),
              Forms.FLAG),
          new CallKind<>(
              5,
              Call.Scheduled.class,
              BULK,
              Form.of(
                  OWNED,
                  Call.Scheduled::shard,
                  Forms.DELAYED,
                  Call.Scheduled::id,
                  Call.Scheduled::new),
              EventForms.SCHEDULED.optional()),
          new CallKind<>(
              6,
              Call.Read.class,
              BULK,
              Form.of(
                  OWNED,
                  Call.Read::shard,
                  Forms.POSITION,
                  Call.Read::from,
                  Forms.COUNT,
                  Call.Read::max,
                  Forms.WAIT,
                  Call.Read::atMost,
                  Call.Read::new),
              EventForms.PAGE),
          new CallKind<>(
              7,
              Call.Find.class,
              LIGHT,
              Form.of(OWNED, Call.Find::shard, Forms.INSTANT, Call.Find::time, Call.Find::new),
              Forms.POSITION),
          new CallKind<>(
              8,
              Call.EventAt.class,
              BULK,
              Form.of(
                  OWNED,
                  Call.EventAt::shard,
                  Forms.POSITION,
                  Call.EventAt::position,
                  Call.EventAt::new),
              EventForms.STORED_OR_NONE),
          new CallKind<>(
              9, Call.Begin.class, LIGHT, Form.of(GROUP, Call.Begin::group, Call.Begin::new), DONE),
          new CallKind<>(
              10,
              Call.Claim.class,
              LIGHT,
              Form.of(
                  GROUP, Call.Claim::group, Forms.CLAIM_REQUEST, Call.Claim::ask, Call.Claim::new),
              EventForms.CLAIMED),
          new CallKind<>(
              11,
              Call.Settle.class,
              LIGHT,
              Form.of(
                  GROUP,
                  Call.Settle::group,
                  Forms.OUTCOME,
                  Call.Settle::outcome,
                  Forms.CLAIM_ID.list(),
                  Call.Settle::claims,
                  Call.Settle::new),
              Forms.RECEIPT_STATUS.list()),
          new CallKind<>(
              12,
              Call.GroupRead.class,
              BULK,
              Form.of(
                  GROUP,
                  Call.GroupRead::group,
                  Forms.COUNT,
                  Call.GroupRead::max,
                  Forms.WAIT,
                  Call.GroupRead::atMost,
                  Call.GroupRead::new),
              EventForms.PAGE),
          new CallKind<>(
              13,
              Call.CommitTo.class,
              LIGHT,
              Form.of(
                  GROUP,
                  Call.CommitTo::group,
                  Forms.COMMIT,
                  Call.CommitTo::commit,
                  Call.CommitTo::new),
              DONE),
          new CallKind<>(
              14,
              Call.Command.class,
              LIGHT,
              Form.of(
                  GROUP,
                  Call.Command::group,
                  Forms.ACTION,
                  Call.Command::command,
                  Call.Command::new),
              DONE),
          new CallKind<>(
              15,
              Call.DeadLetters.class,
              BULK,
              Form.of(
                  GROUP,
                  Call.DeadLetters::group,
                  Forms.POSITION,
                  Call.DeadLetters::from,
                  Forms.COUNT,
                  Call.DeadLetters::max,
                  Call.DeadLetters::new),
              EventForms.DEAD),
          new CallKind<>(
              16,
              Call.Redrive.class,
              LIGHT,
              Form.of(
                  GROUP,
                  Call.Redrive::group,
                  Forms.POSITION.list(),
                  Call.Redrive::positions,
                  Call.Redrive::new),
              Forms.POSITION.list()),
          new CallKind<>(
              17,
              Call.Discard.class,
              LIGHT,
              Form.of(
                  GROUP,
                  Call.Discard::group,
                  Forms.POSITION.list(),
                  Call.Discard::positions,
                  Call.Discard::new),
              Forms.POSITION.list()),
          new CallKind<>(
              18,
              Call.State.class,
              LIGHT,
              Form.of(
                  GROUP, Call.State::group, Forms.POSITION, Call.State::position, Call.State::new),
              Forms.DELIVERY_STATE),
          new CallKind<>(
              19,
              Call.Status.class,
              LIGHT,
              Form.of(GROUP, Call.Status::group, Call.Status::new),
              Forms.STATUS),
          new CallKind<>(
              20,
              Call.Epoch.class,
              LIGHT,
              Form.of(OWNED, Call.Epoch::shard, Call.Epoch::new),
              Forms.COUNT),
          new CallKind<>(
              21,
              Call.ClaimMany.class,
              LIGHT,
              Form.of(
                  Forms.STREAM,
                  Call.ClaimMany::stream,
                  Forms.GROUP,
                  Call.ClaimMany::group,
                  Forms.SHARD_EPOCH.list(),
                  Call.ClaimMany::shards,
                  Forms.CLAIM_REQUEST,
                  Call.ClaimMany::ask,
                  Call.ClaimMany::new),
              EventForms.CLAIMED_FROM),
          new CallKind<>(
              22,
              Call.SettleMany.class,
              LIGHT,
              Form.of(
                  Forms.STREAM,
                  Call.SettleMany::stream,
                  Forms.GROUP,
                  Call.SettleMany::group,
                  Forms.SHARD_OUTCOME.list(),
                  Call.SettleMany::outcomes,
                  Call.SettleMany::new),
              Forms.RECEIPT_STATUS.list().list()),
          new CallKind<>(
              23,
              Call.Leaves.class,
              LIGHT,
              Form.of(Forms.INCARNATION, Call.Leaves::member, Call.Leaves::new),
              DONE),
          new CallKind<>(
              24,
              Call.Released.class,
              LIGHT,
              Form.of(Forms.SHARD, Call.Released::shard, Call.Released::new),
              DONE),
          new CallKind<>(
              25,
              Call.RaiseClock.class,
              LIGHT,
              Form.of(Forms.LONG, Call.RaiseClock::timestampMicros, Call.RaiseClock::new),
              Forms.MEMBER_CLOCK),
          new CallKind<>(
              26,
              Call.Ask.class,
              BULK,
              Form.of(Forms.TEXT, Call.Ask::engine, Forms.BYTES, Call.Ask::question, Call.Ask::new),
              Forms.BYTES),
          new CallKind<>(
              27,
              Call.UnfinishedOf.class,
              BULK,
              Form.of(
                  GROUP,
                  Call.UnfinishedOf::group,
                  Forms.UNFINISHED_QUERY,
                  Call.UnfinishedOf::query,
                  Call.UnfinishedOf::new),
              Forms.UNFINISHED.list()));

  private static final Map<Class<?>, CallKind<?, ?>> BY_TYPE =
      ALL.stream().collect(Collectors.toUnmodifiableMap(CallKind::type, Function.identity()));

  private static final Map<Integer, CallKind<?, ?>> BY_NUMBER =
      ALL.stream().collect(Collectors.toUnmodifiableMap(CallKind::number, Function.identity()));

  @SuppressWarnings("unchecked") // the key is the type of the value
  static <A> CallKind<?, A> of(Call<A> call) {
    return (CallKind<?, A>) Objects.requireNonNull(BY_TYPE.get(call.getClass()));
  }

  byte[] encode(Call<A> call) {
    GrowingBytes out = new GrowingBytes(CAPACITY);
    putVersion(out);
    out.putVarint(number);
    request.put(out, type.cast(call));
    return bytes(out);
  }

  /**
   * Decodes a request; its events stay in these bytes, without a copy.
   *
   * @throws IllegalArgumentException if it is none, or none that this version knows
   */
  static Call<?> decode(byte[] bytes) {
    BoundedBytes in = new BoundedBytes(bytes, 0, bytes.length);
    checkVersion(in);
    long number = in.takeVarint();
    CallKind<?, ?> kind = number == (int) number ? BY_NUMBER.get((int) number) : null;
    Checks.that(kind != null, "method", number, "one that this version of Messina knows");
    return Objects.requireNonNull(kind).request.takeFirst(in);
  }

  static void checkVersion(BoundedBytes in) {
    Checks.between("version", in.takeByte(), VERSION, VERSION);
  }

  static void putVersion(GrowingBytes out) {
    out.putByte(VERSION);
  }

  /** The written bytes, without a copy where they fill their array, as long ones do. */
  static byte[] bytes(GrowingBytes out) {
    return out.length() == out.array().length
        ? out.array()
        : Arrays.copyOf(out.array(), out.length());
  }
}
