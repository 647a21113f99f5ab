package io.messina.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.WarmUp;
import io.messina.messaging.Message;
import io.messina.messaging.RoutingState;
import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many messages leave in a while, whatever has come due. */
class SendPaceTest {

  private static final Instant BEGAN = Instant.parse("2026-03-01T12:00:00Z");
  private static final int PER_MINUTE = 120;

  private final ManualTime time = new ManualTime();
  private final List<Duration> left = new ArrayList<>();

  private static final class ManualTime implements NodeTime {

    private Duration gone = Duration.ZERO;

    @Override
    public InstantSource wall() {
      return () -> BEGAN.plus(gone);
    }

    @Override
    public long nanoTime() {
      return Long.MAX_VALUE - 1 + gone.toNanos(); // overflows
    }

    @Override
    public void sleep(Duration duration) {
      gone = gone.plus(duration);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }

  private static PaceOptions perMinute(int messages) {
    return new PaceOptions(Optional.of(messages), Optional.empty(), Optional.empty());
  }

  /** With all that there can be, as a consumer does it. */
  private void leave(SendPace pace, Duration until, Random random) {
    while (time.gone.compareTo(until) < 0) {
      int taken = pace.take(1 + random.nextInt(16));
      int used = taken == 0 ? 0 : random.nextInt(taken + 1);
      pace.giveBack(taken - used);
      for (int i = 0; i < used; i++) {
        left.add(time.gone);
      }
      time.sleep(taken == 0 ? pace.untilRoom() : Duration.ofMillis(random.nextInt(20)));
    }
  }

  private void checkWindows(double perSecond) {
    for (int first = 0; first < left.size(); first++) {
      for (int last = first; last < left.size(); last++) {
        double seconds = left.get(last).minus(left.get(first)).toNanos() / 1e9;
        assertThat(last - first + 1.0).isLessThanOrEqualTo((seconds + 1) * perSecond + 1 + 1e-6);
      }
    }
  }

  @Test
  void in_no_window_more_leave_than_the_pace_and_a_second_of_it_also_over_pauses_and_restarts() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      left.clear();
      time.gone = Duration.ZERO;
      SendPace pace = new SendPace(time, perMinute(PER_MINUTE), () -> 1);
      for (int i = 0; i < 8; i++) {
        leave(pace, time.gone.plusMillis(random.nextInt(10_000)), random);
        switch (random.nextInt(3)) {
          case 0 -> time.sleep(Duration.ofSeconds(random.nextInt(3_600)));
          case 1 -> pace = new SendPace(time, perMinute(PER_MINUTE), () -> 1);
          default -> time.sleep(Duration.ZERO);
        }
      }
      checkWindows(PER_MINUTE / 60.0);
    }
  }

  @Test
  void two_processes_together_keep_the_pace_while_shards_move_between_them() {
    double[] share = {0.5};
    SendPace one = new SendPace(time, perMinute(PER_MINUTE), () -> share[0]);
    SendPace other = new SendPace(time, perMinute(PER_MINUTE), () -> 1 - share[0]);
    Random random = new Random(1);
    int taken = 0;
    while (time.gone.compareTo(Duration.ofMinutes(10)) < 0) {
      share[0] = random.nextInt(100) == 0 ? random.nextInt(5) / 4.0 : share[0];
      taken += one.take(64) + other.take(64);
      time.sleep(Duration.ofMillis(50));
    }
    assertThat((double) taken).isBetween(8.0 * PER_MINUTE, 10.5 * PER_MINUTE);
  }

  @ParameterizedTest
  @CsvSource({"6, 1", "120, 1", "6000, 1", "120, 4", "6000, 4"})
  void twenty_moves_in_a_minute_let_no_more_leave_than_the_pace(int perMinute, int shards) {
    Duration minutes = Duration.ofMinutes(5);
    for (int seed = 0; seed < 10; seed++) {
      time.gone = Duration.ZERO;
      Moves moves = new Moves(seed, shards, perMinute(perMinute));
      int sent = 0;
      while (time.gone.compareTo(minutes) < 0) {
        sent += moves.step();
      }
      assertThat(sent).isBetween(perMinute * 4, (int) (perMinute * 5 * 1.05));
    }
  }

  /** Shards that move, one after the other, between two processes that have much to send. */
  private final class Moves {

    private static final Duration EVERY = Duration.ofSeconds(3);

    private final Random random;
    private final boolean[] isOther;
    private final List<SendPace> paces;
    private Duration next = EVERY;

    Moves(int seed, int shards, PaceOptions options) {
      this.isOther = new boolean[shards];
      this.random = new Random(seed);
      this.paces =
          List.of(
              new SendPace(time, options, () -> share(false)),
              new SendPace(time, options, () -> share(true)));
    }

    private double share(boolean other) {
      int own = 0;
      for (boolean each : isOther) {
        own += each == other ? 1 : 0;
      }
      return (double) own / isOther.length;
    }

    /** What the owners send; one that owns nothing looks only as its shards change. */
    int step() {
      time.sleep(Duration.ofMillis(50));
      if (time.gone.compareTo(next) >= 0) {
        int moved = random.nextInt(isOther.length);
        isOther[moved] = !isOther[moved];
        next = time.gone.plus(EVERY);
        paces.forEach(pace -> pace.giveBack(pace.take(1)));
      }
      int sent = 0;
      for (int i = 0; i < 2; i++) {
        sent += share(i == 1) > 0 ? paces.get(i).take(64) : 0;
      }
      return sent;
    }
  }

  @Test
  void what_waits_leaves_at_the_pace_and_not_slower() {
    SendPace pace = new SendPace(time, perMinute(PER_MINUTE), () -> 1);
    int taken = 0;
    while (time.gone.compareTo(Duration.ofMinutes(10)) < 0) {
      int some = pace.take(64);
      taken += some;
      time.sleep(some == 0 ? pace.untilRoom() : Duration.ofMillis(1));
    }
    assertThat(taken).isBetween(10 * PER_MINUTE - 2, 10 * PER_MINUTE + 1);
  }

  @Test
  void nothing_leaves_just_after_a_start() {
    SendPace pace = new SendPace(time, perMinute(1), () -> 1);
    assertThat(pace.take(1)).isZero();
    assertThat(pace.untilRoom()).isEqualTo(Duration.ofMinutes(1));
    time.sleep(pace.untilRoom());
    assertThat(pace.take(64)).isOne();
  }

  @Test
  void a_new_sender_leaves_as_slowly_as_it_begins() {
    WarmUp warmUp = new WarmUp(BEGAN, 6, Duration.ofMinutes(10));
    SendPace pace =
        new SendPace(
            time,
            new PaceOptions(Optional.of(1_000), Optional.empty(), Optional.of(warmUp)),
            () -> 1);
    time.sleep(Duration.ofSeconds(11));
    assertThat(pace.take(64)).isOne();
  }

  @Test
  void without_a_pace_all_leave() {
    assertThat(new SendPace(time, PaceOptions.FREE, () -> 1).take(10_000)).isEqualTo(10_000);
  }

  @Test
  void messages_to_a_domain_keep_their_turns_and_hold_up_no_other() {
    PaceOptions options = new PaceOptions(Optional.empty(), Optional.of(6), Optional.empty());
    SendPace pace = new SendPace(time, options, () -> 1);
    assertThat(wait(pace, "m1", "a@slow.test")).contains(Duration.ofSeconds(10));
    assertThat(wait(pace, "m2", "b@slow.test")).contains(Duration.ofSeconds(20));
    assertThat(wait(pace, "m2", "b@slow.test")).contains(Duration.ofSeconds(20));
    time.sleep(Duration.ofSeconds(20));
    assertThat(wait(pace, "m3", "c@other.test")).isEmpty();
    assertThat(wait(pace, "m1", "a@slow.test")).isEmpty();
    assertThat(wait(pace, "m2", "b@slow.test")).isEmpty();
    assertThat(wait(pace, "m4", "d@slow.test")).contains(Duration.ofSeconds(10));
  }

  private Optional<Duration> wait(SendPace pace, String id, String to) {
    return pace.untilTurn(
        new Message(
            id,
            new MessageRecipient(
                new AccountName("shop"), Channel.EMAIL, to, Optional.empty(), Optional.empty()),
            Optional.empty(),
            MessageContent.mail("Hi", "Hi"),
            Optional.empty(),
            Map.of(),
            RoutingState.NONE),
        time.wall().instant());
  }
}
