package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class IdempotencyWindowTest {

  private static final Duration LENGTH = Duration.ofMinutes(10);
  private static final Position PLACE = new Position(1, 5);

  private final IdempotencyWindow window = new IdempotencyWindow(LENGTH, 100);

  @Example
  void a_repeat_gets_the_first_place_back_and_another_body_is_refused() {
    assertThat(window.see(7, 1, 0)).isEqualTo(new KeyCheck.First());
    assertThat(window.see(7, 1, 0)).isEqualTo(new KeyCheck.UnderWay());
    window.settle(7, PLACE, 1_000);

    assertThat(window.see(7, 1, 2_000)).isEqualTo(new KeyCheck.Repeat(PLACE));
    assertThat(window.see(7, 2, 2_000)).isEqualTo(new KeyCheck.OtherBody(PLACE));
  }

  @Example
  void a_key_is_forgotten_when_the_window_has_passed() {
    window.see(7, 1, 0);
    window.settle(7, PLACE, 0);

    assertThat(window.see(7, 1, LENGTH.toNanos() / 1_000 - 1))
        .isEqualTo(new KeyCheck.Repeat(PLACE));
    assertThat(window.see(7, 1, LENGTH.toNanos() / 1_000)).isEqualTo(new KeyCheck.First());
  }

  @Example
  void what_was_certainly_not_appended_is_new_again() {
    window.see(7, 1, 0);
    window.release(7);

    assertThat(window.see(7, 1, 0)).isEqualTo(new KeyCheck.First());
  }

  @Example
  void what_was_never_asked_about_cannot_be_settled() {
    assertThatThrownBy(() -> window.settle(7, PLACE, 0)).isInstanceOf(IllegalStateException.class);
  }

  /** Keys that collide and come again, against the plain meaning of a window. */
  @Property
  void it_remembers_the_newest_keys_of_the_window_and_no_others(
      @ForAll @Size(max = 400) List<@IntRange(max = 60) Integer> numbers,
      @ForAll @IntRange(min = 1, max = 40) int keysMax) {
    IdempotencyWindow tested = new IdempotencyWindow(Duration.ofNanos(30_000), keysMax);
    Map<Long, Long> model = new LinkedHashMap<>();
    for (int i = 0; i < numbers.size(); i++) {
      long now = i;
      long key = ((long) numbers.get(i)) << 58 | numbers.get(i);
      model.values().removeIf(micros -> micros <= now - 30);
      Long first = model.get(key);
      assertThat(tested.see(key, 3, now))
          .isEqualTo(
              first == null ? new KeyCheck.First() : new KeyCheck.Repeat(new Position(2, first)));
      if (first == null) {
        tested.settle(key, new Position(2, now), now);
        model.put(key, now);
        if (model.size() > keysMax) {
          model.remove(model.keySet().iterator().next());
        }
      }
      assertThat(tested.size()).isEqualTo(model.size());
    }
  }

  @Example
  void it_grows_and_turns_without_losing_a_key() {
    IdempotencyWindow large = new IdempotencyWindow(Duration.ofHours(1), 3_000);
    for (int i = 0; i < 10_000; i++) {
      large.remember(i * 1_000_003L, i, new Position(1, i), i);
    }

    assertThat(large.size()).isEqualTo(3_000);
    for (int i = 7_000; i < 10_000; i++) {
      assertThat(large.see(i * 1_000_003L, i, 10_000))
          .isEqualTo(new KeyCheck.Repeat(new Position(1, i)));
    }
    assertThat(large.see(6_999 * 1_000_003L, 6_999, 10_000)).isEqualTo(new KeyCheck.First());
  }
}
