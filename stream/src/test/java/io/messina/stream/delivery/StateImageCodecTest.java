package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.DeathCause;
import io.messina.api.GroupLimits;
import io.messina.runtime.FormatLevel;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StateImageCodecTest {

  private static final long CLAIMS_FROM = 1_000_000;
  private static final long TAKEN_AT_MILLIS = 1_800_000_000_000L;

  @Property
  void what_is_written_is_read_again(@ForAll long seed) {
    StateImage image = image(seed);
    assertThat(StateImageCodec.decode(StateImageCodec.encode(image, new FormatLevel())))
        .isEqualTo(image);
  }

  /** All that a group may know of events, as other versions wrote it. */
  @Test
  void the_third_version_stays_as_it_is() {
    StateImage image =
        new StateImage(
            true,
            2,
            CLAIMS_FROM,
            400,
            300,
            TAKEN_AT_MILLIS,
            List.of(
                new Stretch(7, 3, 0, new Standing.Waiting(0)),
                new Stretch(12, 1, 1, new Standing.Waiting(1)),
                new Stretch(13, 1, 20, new Standing.Waiting(2)),
                new Stretch(20, 1, 2, new Standing.Retrying(TAKEN_AT_MILLIS + 5_000)),
                new Stretch(21, 1, 1, new Standing.Held(999_990, 30_000, "wörker", 0)),
                new Stretch(22, 1, 1, new Standing.Held(999_991, 1_000, "", 1)),
                new Stretch(23, 1, 3, new Standing.Held(999_992, 1_000, "b", 2)),
                new Stretch(24, 2, 5, new Standing.GivenUp(DeathCause.UNCERTAIN))),
            List.of(new Stretch(3, 1, 0, new Standing.Waiting(0))),
            List.of(1L, 5L),
            List.of(new StateImage.Acked(2, 999_980)));
    String hex =
        "030102c0843d9003ac0280a0f1c2b134020777c3b6726b65720162080807031302f50014"
            + "2106882712000ab0ea0101160009e80700370008e807025c000202010003020103010214";
    assertThat(HexFormat.of().formatHex(StateImageCodec.encode(image, new FormatLevel())))
        .isEqualTo(hex);
    assertThat(StateImageCodec.decode(HexFormat.of().parseHex(hex))).isEqualTo(image);
  }

  @Property
  void every_truncation_is_refused(@ForAll long seed) {
    byte[] bytes = StateImageCodec.encode(image(seed), new FormatLevel());
    int length = new SplittableRandom(seed).nextInt(bytes.length);
    assertThatThrownBy(() -> StateImageCodec.decode(Arrays.copyOf(bytes, length)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unreadable delivery state");
  }

  @Property
  void any_bytes_are_read_or_refused(@ForAll byte[] bytes, @ForAll boolean versioned) {
    if (versioned && bytes.length > 0) {
      bytes[0] = 3;
    }
    try {
      assertThat(StateImageCodec.decode(bytes)).isNotNull();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("unreadable delivery state");
    }
  }

  @Test
  void a_future_version_is_refused() {
    byte[] bytes = StateImageCodec.encode(image(1), new FormatLevel());
    bytes[0] = 4;
    assertThatThrownBy(() -> StateImageCodec.decode(bytes))
        .hasMessage("unreadable delivery state: version: 4 (expected: from 3 to 3)");
  }

  @Test
  void more_bytes_than_the_state_has_are_refused() {
    byte[] bytes = StateImageCodec.encode(image(1), new FormatLevel());
    assertThatThrownBy(() -> StateImageCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .hasMessage("unreadable delivery state: bytes too many: 1 (expected: from 0 to 0)");
    assertThatThrownBy(() -> StateImageCodec.decode(new byte[StateImageCodec.BYTES_MAX + 1]))
        .hasMessageContaining("bytes: 65537");
  }

  @Test
  void more_events_than_can_be_unfinished_are_refused() {
    List<Stretch> stretches =
        List.of(
            new Stretch(0, GroupLimits.UNFINISHED_MAX, 0, new Standing.Waiting(0)),
            new Stretch(20_000, 1, 0, new Standing.Waiting(0)));
    StateImage image =
        new StateImage(
            false, 0, 1, 30_000, 0, TAKEN_AT_MILLIS, stretches, List.of(), List.of(), List.of());
    byte[] bytes = StateImageCodec.encode(image, new FormatLevel());
    assertThatThrownBy(() -> StateImageCodec.decode(bytes)).hasMessageContaining("events: 10001");
  }

  static StateImage image(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Stretch> log = stretches(random);
    long next = log.isEmpty() ? 7 : log.getLast().end();
    return new StateImage(
        random.nextBoolean(),
        random.nextInt(1 << random.nextInt(31)),
        CLAIMS_FROM,
        next,
        random.nextLong(Long.MAX_VALUE),
        TAKEN_AT_MILLIS,
        log,
        stretches(random),
        positions(random),
        positions(random).stream()
            .map(position -> new StateImage.Acked(position, 1 + random.nextLong(CLAIMS_FROM)))
            .toList());
  }

  private static List<Long> positions(SplittableRandom random) {
    return random.longs(random.nextInt(20), 0, Long.MAX_VALUE).sorted().distinct().boxed().toList();
  }

  private static List<Stretch> stretches(SplittableRandom random) {
    List<Stretch> stretches = new ArrayList<>();
    long end = random.nextLong(1L << random.nextInt(1, 60));
    for (int left = random.nextInt(20); left > 0; left--) {
      long first = end + random.nextLong(1L << random.nextInt(42));
      int attempts = random.nextInt(100);
      stretches.add(new Stretch(first, 1 + random.nextInt(200), attempts, standing(random)));
      end = stretches.getLast().end();
    }
    return stretches;
  }

  private static Standing standing(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Standing.Waiting(random.nextInt(3));
      case 1 -> new Standing.Retrying(TAKEN_AT_MILLIS + random.nextInt(43_200_000));
      case 2 ->
          new Standing.Held(
              1 + random.nextLong(CLAIMS_FROM),
              1_000 + random.nextInt(43_199_001),
              random.nextBoolean() ? "" : "wörker-" + random.nextInt(3),
              random.nextInt(3));
      default -> new Standing.GivenUp(cause(random));
    };
  }

  private static DeathCause cause(SplittableRandom random) {
    return StateImageCodec.CAUSES.get(random.nextInt(StateImageCodec.CAUSES.size()));
  }
}
