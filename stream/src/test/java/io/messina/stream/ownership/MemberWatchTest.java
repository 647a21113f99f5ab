package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.MemberState;
import io.messina.store.Incarnation;
import io.messina.stream.ownership.MemberTable.Member;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MemberWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Incarnation ME = Incarnation.next(new SplittableRandom(1));
  private static final Incarnation OTHER = Incarnation.next(new SplittableRandom(2));

  private final MemberWatch watch = new MemberWatch(ME, Duration.ofSeconds(5));

  @Test
  void one_whose_beat_does_not_change_for_the_lease_is_dead_and_stays_dead() {
    readUnchanged(0, 5);
    assertThat(watch.isDead(OTHER)).isFalse();

    read(6, 7);
    assertThat(watch.isDead(OTHER)).isTrue();

    read(7, 8);
    assertThat(watch.isDead(OTHER)).isTrue();
  }

  @Test
  void a_read_begun_before_the_lease_ran_out_proves_nothing() {
    readUnchanged(0, 4);

    watch.ownBeat(5 * SECOND);
    watch.read(5 * SECOND - 1, 6 * SECOND, List.of(member(OTHER, 7)));

    assertThat(watch.isDead(OTHER)).isFalse();
  }

  @Test
  void a_beat_counts_from_the_end_of_the_read_that_showed_it() {
    watch.ownBeat(0);
    watch.read(0, SECOND, List.of(member(OTHER, 7)));
    readUnchanged(2, 6);
    assertThat(watch.isDead(OTHER)).isFalse();

    read(6, 7);
    assertThat(watch.isDead(OTHER)).isTrue();
  }

  @Test
  void a_changed_beat_counts_from_the_end_of_the_read_that_showed_it() {
    read(0, 6);
    watch.ownBeat(SECOND);
    watch.read(SECOND, 2 * SECOND, List.of(member(OTHER, 7)));
    readUnchanged(3, 7);
    assertThat(watch.isDead(OTHER)).isFalse();

    read(7, 7);
    assertThat(watch.isDead(OTHER)).isTrue();
  }

  @Test
  void nobody_is_dead_while_the_own_beats_fail_or_the_reads_do() {
    watch.ownBeat(0);
    for (int second = 0; second <= 20; second++) {
      watch.read(second * SECOND, second * SECOND, List.of(member(OTHER, 7)));
    }
    assertThat(watch.isDead(OTHER)).isFalse();

    read(40, 7);
    assertThat(watch.isDead(OTHER)).isFalse();
  }

  @Test
  void an_owner_without_a_row_is_dead_only_after_the_lease() {
    watch.want(OTHER);
    for (int second = 0; second <= 4; second++) {
      readNobody(second);
    }
    assertThat(watch.isDead(OTHER)).isFalse();

    readNobody(5);
    assertThat(watch.isDead(OTHER)).isTrue();
  }

  @Test
  void only_one_that_was_seen_to_beat_lives() {
    read(0, 7);
    assertThat(watch.living()).isEmpty();

    read(1, 8);
    assertThat(watch.living()).extracting(Member::incarnation).containsExactly(OTHER);
  }

  @Test
  void all_with_a_row_are_seen_also_the_dead() {
    read(0, 7);
    assertThat(watch.seen(3 * SECOND))
        .singleElement()
        .satisfies(
            seen -> {
              assertThat(seen.state()).isEqualTo(MemberState.UNKNOWN);
              assertThat(seen.silent()).isEqualTo(Duration.ofSeconds(3));
            });
    read(1, 8);
    assertThat(states(1)).containsExactly(MemberState.LIVING);
    watch.leaves(OTHER);
    assertThat(states(1)).containsExactly(MemberState.LEAVING);
    for (int second = 2; second <= 6; second++) {
      read(second, 8);
    }
    assertThat(states(6)).containsExactly(MemberState.DEAD);
    readNobody(7);
    assertThat(states(7)).isEmpty();
  }

  private List<MemberState> states(int second) {
    return watch.seen(second * SECOND).stream().map(SeenMember::state).toList();
  }

  private void readUnchanged(int fromSecond, int untilSecond) {
    for (int second = fromSecond; second < untilSecond; second++) {
      read(second, 7);
    }
  }

  private void read(int second, long beat) {
    watch.ownBeat(second * SECOND);
    watch.read(second * SECOND, second * SECOND, List.of(member(OTHER, beat)));
  }

  private void readNobody(int second) {
    watch.ownBeat(second * SECOND);
    watch.read(second * SECOND, second * SECOND, List.of());
  }

  private static Member member(Incarnation incarnation, long beat) {
    return new Member(incarnation, "b", beat, false, true, Set.of(), 1);
  }
}
