package io.messina.store;

import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FenceTest {

  private static final String WRITER = "0b5c7a2e-8f3d-4c69-9e1a-5d2f60c1b7aa";
  private static final Incarnation ME = new Incarnation(UUID.fromString(WRITER));

  @Test
  void a_fence_is_read_as_it_was_written() {
    assertThat(new Fence(3, 17, ME)).hasToString("3.17@" + WRITER);
    assertThat(Fence.parse("3.17@" + WRITER)).isEqualTo(new Fence(3, 17, ME));
    for (Fence fence :
        List.of(
            new Fence(0, 0, ME),
            new Fence(Long.MAX_VALUE, Long.MAX_VALUE, ME),
            new Fence(1, 2, new Incarnation(new UUID(0, 0))),
            new Fence(1, 2, new Incarnation(new UUID(-1, -1))))) {
      assertThat(Fence.parse(fence.toString())).isEqualTo(fence);
    }
  }

  @Test
  void what_is_not_a_fence_is_refused() {
    for (String text :
        List.of(
            "",
            "3.17",
            "3@" + WRITER,
            "3.17@",
            "-3.17@" + WRITER,
            "3.17@" + WRITER + "0",
            " 3.17@" + WRITER,
            "3.17@" + WRITER.toUpperCase(java.util.Locale.ROOT),
            "3.17@" + WRITER.replace('-', '0'),
            "3.17@" + "-".repeat(36),
            "3.17@0-0-0-0-" + "0".repeat(28),
            "9223372036854775808.0@" + WRITER,
            "0.9999999999999999999@" + WRITER,
            "12345678901234567890.0@" + WRITER)) {
      assertRefused("fence: " + text + " (expected: epoch.n@writer)", () -> Fence.parse(text));
    }
  }

  @Test
  void numbers_begin_at_zero() {
    assertRefused("fence: -1.0 (expected: numbers from 0)", () -> new Fence(-1, 0, ME));
    assertRefused("fence: 0.-1 (expected: numbers from 0)", () -> new Fence(0, -1, ME));
  }

  @Test
  void a_fence_is_after_another_by_epoch_then_by_number_whoever_writes() {
    Fence fence = new Fence(3, 7, ME);
    Incarnation other = new Incarnation(new UUID(1, 2));
    assertThat(fence.next()).isEqualTo(new Fence(3, 8, ME));
    assertThat(fence.next().isAfter(fence)).isTrue();
    assertThat(new Fence(4, 0, other).isAfter(fence)).isTrue();
    assertThat(new Fence(2, 9, ME).isAfter(fence)).isFalse();
    assertThat(new Fence(3, 7, other).isAfter(fence)).isFalse();
    assertThat(fence.isAfter(fence)).isFalse();
  }

  @Test
  void numbers_never_wrap_around() {
    assertThatThrownBy(() -> new Fence(0, Long.MAX_VALUE, ME).next())
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void incarnations_are_random_uuids() {
    Random random = new Random(1);
    Set<Incarnation> incarnations = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      Incarnation incarnation = Incarnation.next(random);
      incarnations.add(incarnation);
      assertThat(incarnation.id().version()).isEqualTo(4);
      assertThat(incarnation.id().variant()).isEqualTo(2);
      assertThat(incarnation).hasToString(incarnation.id().toString());
    }
    assertThat(incarnations).hasSize(1_000);
  }
}
