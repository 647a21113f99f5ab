package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.stream.append.IdempotencyWindow.Known;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  void a_key_leads_to_its_first_event() {
    assertThat(window.find(7, 0)).isEmpty();
    window.remember(7, 1, PLACE, 1_000);
    window.remember(7, 2, new Position(1, 6), 1_500);

    assertThat(window.find(7, 2_000)).contains(new Known(PLACE, 1));
  }

  @Example
  void a_key_is_forgotten_when_the_window_has_passed() {
    window.remember(7, 1, PLACE, 0);

    assertThat(window.find(7, LENGTH.toNanos() / 1_000 - 1)).contains(new Known(PLACE, 1));
    assertThat(window.find(7, LENGTH.toNanos() / 1_000)).isEmpty();
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
      assertThat(tested.find(key, now))
          .isEqualTo(Optional.ofNullable(first).map(at -> new Known(new Position(2, at), 3)));
      if (first == null) {
        tested.remember(key, 3, new Position(2, now), now);
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
      assertThat(large.find(i * 1_000_003L, 10_000)).contains(new Known(new Position(1, i), i));
    }
    assertThat(large.find(6_999 * 1_000_003L, 10_000)).isEmpty();
  }
}
