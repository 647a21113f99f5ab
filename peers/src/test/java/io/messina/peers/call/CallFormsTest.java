package io.messina.peers.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.messina.api.GroupName;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.peers.call.Call.GroupPlace;
import io.messina.peers.call.Call.ShardPlace;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Calls and answers as bytes and back, and bytes that are neither. */
final class CallFormsTest {

  private static final int BODIES = Integer.getInteger("messina.test.frames", 200_000);
  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("work"), 1), 7);
  private static final ShardPlace ANY_EPOCH = new ShardPlace(SHARD, 0);
  private static final GroupPlace PLACE =
      new GroupPlace(ANY_EPOCH, new GroupId(new GroupName("readers"), 2));

  @Property(tries = 200)
  void a_call_is_the_same_on_the_other_side(@ForAll long seed) {
    Samples samples = new Samples(seed);
    for (CallKind<?, ?> kind : CallKind.ALL) {
      Call<?> call = samples.call(kind);
      assertThat(comparable(CallKind.decode(encoded(call)))).isEqualTo(comparable(call));
    }
  }

  @Property(tries = 200)
  void an_answer_is_the_same_on_the_other_side(@ForAll long seed) {
    Samples samples = new Samples(seed);
    for (CallKind<?, ?> kind : CallKind.ALL) {
      Object answer = samples.answer(kind);
      assertThat(Answers.<Object>decode(done(kind, answer), anyAnswer(kind))).isEqualTo(answer);
    }
  }

  @Property(tries = 200)
  void an_exception_is_the_same_on_the_other_side(@ForAll long seed) {
    RuntimeException failure = new Samples(seed).failure();
    byte[] answer = Answers.failed(failure);
    for (CallKind<?, ?> kind : CallKind.ALL) {
      assertSame(failure, catchThrowable(() -> Answers.decode(answer, kind.answer())));
    }
  }

  private static void assertSame(RuntimeException failure, Throwable decoded) {
    assertThat(decoded).hasSameClassAs(failure);
    switch (failure) {
      case RequestException.NotFound thrown ->
          assertThat(((RequestException.NotFound) decoded).kind()).isEqualTo(thrown.kind());
      case RequestException.Refused thrown ->
          assertThat(((RequestException.Refused) decoded).reason()).isEqualTo(thrown.reason());
      case NotOwnerException thrown -> {
        assertThat(((NotOwnerException) decoded).shard()).isEqualTo(thrown.shard());
        assertThat(((NotOwnerException) decoded).hint()).isEqualTo(thrown.hint());
      }
      default -> {}
    }
    if (decoded instanceof PeerException e) {
      assertThat(e.mayHaveHappened()).isTrue();
      assertThat(e).hasMessage(failure.toString());
    } else {
      assertThat(decoded).hasMessage(failure.getMessage());
    }
  }

  @Property(tries = 100)
  void what_a_later_version_appends_is_passed_over(@ForAll long seed, @ForAll byte[] later) {
    Samples samples = new Samples(seed);
    for (CallKind<?, ?> kind : CallKind.ALL) {
      Call<?> call = samples.call(kind);
      assertThat(comparable(CallKind.decode(joined(encoded(call), later))))
          .isEqualTo(comparable(call));
      Object answer = samples.answer(kind);
      assertThat(Answers.<Object>decode(joined(done(kind, answer), later), anyAnswer(kind)))
          .isEqualTo(answer);
    }
  }

  /** The bytes of another version that runs in the same cluster. */
  @Example
  void the_forms_stay_as_they_are() {
    EventRun run = EventRun.of(List.of(Event.of(Bytes.wrap(new byte[] {1, 2}))));
    assertThat(
            Stream.<Call<?>>of(
                    new Call.Append(ANY_EPOCH, run.withKey("k")),
                    new Call.Read(
                        new ShardPlace(SHARD, 300), new Position(1, 5), 10, Duration.ofMillis(300)),
                    new Call.Settle(PLACE, new Outcome.Ack(), List.of(new ClaimId(3, 4, 0))))
                .map(CallFormsTest::encoded))
        .extracting(HexFormat.of()::formatHex)
        .containsExactly(
            "010204776f726b010700" + "01016b01000700000003000102",
            "010604776f726b0107ac02" + "8580808080200aac02",
            "010b04776f726b010700" + "0772656164657273020001060800");
    assertThat(
            Stream.of(
                Answers.failed(new NotOwnerException(SHARD)),
                Answers.failed(
                    new NotOwnerException(SHARD, Optional.of(new OwnerAddress("b:1", 3)))),
                Answers.failed(
                    new RequestException.Refused(RequestException.Refused.Reason.UNFIT, "no")),
                Answers.failed(new RequestException.Unknown("?"))))
        .extracting(HexFormat.of()::formatHex)
        .containsExactly(
            "010104776f726b010700", "010104776f726b01070103623a3103", "010305026e6f", "0106013f");
    assertThat(CallKind.ALL.stream().map(kind -> kind.number() + " " + kind.type().getSimpleName()))
        .containsExactly(
            "1 AwaitReady",
            "2 Append",
            "3 Schedule",
            "4 Cancel",
            "5 Scheduled",
            "6 Read",
            "7 Find",
            "8 EventAt",
            "9 Begin",
            "10 Claim",
            "11 Settle",
            "12 GroupRead",
            "13 CommitTo",
            "14 Command",
            "15 DeadLetters",
            "16 Redrive",
            "17 Discard",
            "18 State",
            "19 Status",
            "20 Epoch",
            "21 ClaimMany",
            "22 SettleMany",
            "23 Leaves",
            "24 Released",
            "25 RaiseClock",
            "26 Ask",
            "27 UnfinishedOf");
  }

  /** Each method of the port that is a question of its own. */
  @Example
  void each_method_of_the_port_has_a_call() {
    long methods =
        Stream.of(ShardService.class, Shard.class, ShardGroup.class)
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .filter(method -> method.getReturnType() != Shard.class)
            .filter(method -> method.getReturnType() != ShardGroup.class)
            .count();
    assertThat(CallKind.ALL).hasSize((int) methods);
  }

  @Example
  void what_is_not_known_is_refused_by_a_sentence() {
    assertThatThrownBy(() -> CallKind.decode(new byte[] {1, 99}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("method: 99 (expected: one that this version of Messina knows)");
    assertThatThrownBy(() -> CallKind.decode(new byte[] {2, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version: 2 (expected: from 1 to 1)");
    assertThatThrownBy(() -> CallKind.decode(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void a_part_of_a_millisecond_is_not_taken_for_no_wait() {
    Call<?> call = new Call.Read(ANY_EPOCH, Position.START, 1, Duration.ofNanos(1));
    assertThat(CallKind.decode(encoded(call)))
        .isEqualTo(new Call.Read(ANY_EPOCH, Position.START, 1, Duration.ofMillis(1)));
  }

  /** More of them by {@code -Dmessina.test.frames=10000000}. */
  @Example
  void changed_calls_are_calls_or_refused() {
    Random random = new Random(9);
    byte[][] calls = new byte[CallKind.ALL.size() * 20][];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = encoded(new Samples(i).call(CallKind.ALL.get(i % CallKind.ALL.size())));
    }
    for (int i = 0; i < BODIES; i++) {
      byte[] bytes = changed(calls[random.nextInt(calls.length)], random);
      assertDecodedOrRefused(() -> CallKind.decode(bytes), bytes);
    }
  }

  @Example
  void changed_answers_are_answers_or_refused() {
    Random random = new Random(10);
    byte[][] answers = new byte[CallKind.ALL.size() * 20][];
    for (int i = 0; i < answers.length; i++) {
      CallKind<?, ?> kind = CallKind.ALL.get(i % CallKind.ALL.size());
      answers[i] = done(kind, new Samples(i).answer(kind));
    }
    for (int i = 0; i < BODIES; i++) {
      int which = random.nextInt(answers.length);
      byte[] bytes = changed(answers[which], random);
      Form<?> form = CallKind.ALL.get(which % CallKind.ALL.size()).answer();
      assertDecodedOrRefused(() -> Answers.decode(bytes, form), bytes);
    }
  }

  @Example
  void other_bytes_are_calls_and_answers_or_refused() {
    Random random = new Random(11);
    for (int i = 0; i < BODIES; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      if (bytes.length > 1) {
        bytes[0] = 1;
        bytes[1] = (byte) random.nextInt(CallKind.ALL.getLast().number() + 1);
      }
      assertDecodedOrRefused(() -> CallKind.decode(bytes), bytes);
      Form<?> form = CallKind.ALL.get(random.nextInt(CallKind.ALL.size())).answer();
      assertDecodedOrRefused(() -> Answers.decode(bytes, form), bytes);
    }
  }

  /** A long list is never made room for before it is there. */
  @Example
  void a_number_of_values_is_no_more_than_bytes() {
    byte[] positions = {1, 0, -1, -1, -1, -1, 7};
    assertThatThrownBy(() -> Answers.decode(positions, Forms.POSITION.list()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("number: 2147483647 (expected: from 0 to ");
    assertThatThrownBy(() -> Answers.decode(positions, EventForms.PAGE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] changed(byte[] bytes, Random random) {
    byte[] changed =
        random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
    // Most of what is long is payload, which may be anything.
    int room = Math.min(changed.length, random.nextBoolean() ? 64 : Integer.MAX_VALUE);
    for (int i = random.nextInt(4); i > 0 && room > 0; i--) {
      int at = random.nextInt(room);
      changed[at] =
          random.nextBoolean()
              ? (byte) (changed[at] ^ 1 << random.nextInt(8))
              : (byte) random.nextInt(256);
    }
    return changed;
  }

  private static void assertDecodedOrRefused(Runnable decoding, byte[] bytes) {
    try {
      decoding.run();
    } catch (IllegalArgumentException
        | NotOwnerException
        | RequestException
        | PeerException refused) {
      assertThat(refused).isNotNull();
    } catch (RuntimeException | Error e) {
      throw new AssertionError(HexFormat.of().formatHex(bytes), e);
    }
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  private static <A> byte[] encoded(Call<A> call) {
    return CallKind.of(call).encode(call);
  }

  private static byte[] done(CallKind<?, ?> kind, Object answer) {
    return Answers.done(anyAnswer(kind), answer);
  }

  @SuppressWarnings("unchecked")
  private static Form<Object> anyAnswer(CallKind<?, ?> kind) {
    return (Form<Object>) kind.answer();
  }

  /** Runs have no equality, as nothing needs one. */
  private static Object comparable(Call<?> call) {
    return call instanceof Call.Append(ShardPlace shard, EventRun events)
        ? List.of(shard, events.events(), events.key(), events.bytes(), events.digest())
        : call;
  }
}
