package io.messina.stream.append;

import static io.messina.stream.append.AppendRig.keyed;
import static io.messina.stream.append.AppendRig.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.EventBuilder;
import io.messina.stream.append.IdempotencyWindow.Known;
import io.messina.stream.append.PendingAppend.Item;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.SavedState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;

final class DeduplicationTest {

  private static final EventAddress PLACE = new EventAddress(1, 0, 0, new Position(1, 5));

  private final Deduplication memory =
      new Deduplication(new SavedState(Map.of()), Duration.ofMinutes(10));

  @Example
  void what_an_append_holds_another_waits_for_until_it_is_settled() {
    PendingAppend first = append(keyed("k", "a"), numbered("s", 1, "b"));
    PendingAppend second = append(keyed("j", "c"), keyed("k", "a"));
    PendingAppend third = append(keyed("i", "d"), numbered("s", 1, "b"));
    assertThat(memory.holdKeys(first, 0)).isEmpty();
    assertThat(memory.holdBatches(first, 0)).isEmpty();

    assertThat(memory.holdKeys(second, 0)).contains(first);
    assertThat(memory.isHeld("j")).isFalse();
    assertThat(memory.holdKeys(third, 0)).isEmpty();
    assertThat(memory.holdBatches(third, 0)).contains(first);
    assertThat(memory.isHeld("i")).isFalse();
    store(first);
    assertThat(memory.holdKeys(second, 0)).isEmpty();
    assertThat(second.items.getLast().repeats).contains(PLACE.position());
    assertThat(memory.holdBatches(third, 0)).isEmpty();
    assertThat(third.items.getLast().isFresh()).isFalse();
  }

  @Example
  void what_was_certainly_not_appended_is_new_again() {
    PendingAppend first = append(keyed("k", "a"), numbered("s", 1, "b"));
    memory.holdKeys(first, 0);
    memory.holdBatches(first, 0);
    memory.release(first);

    PendingAppend second = append(keyed("k", "other"), numbered("s", 1, "b"));
    assertThat(memory.holdKeys(second, 0)).isEmpty();
    assertThat(memory.holdBatches(second, 0)).isEmpty();
    assertThat(second.items).allMatch(Item::isFresh);
  }

  @Example
  void of_another_event_a_key_refuses() {
    PendingAppend first = append(keyed("k", "a"));
    memory.holdKeys(first, 0);
    store(first);

    assertThat(memory.find("k", 0))
        .contains(new Known(PLACE.position(), EventDigest.body(keyed("k", "a"))));
    assertThatThrownBy(() -> memory.holdKeys(append(keyed("k", "b")), 0))
        .isInstanceOf(RequestException.Refused.class);
  }

  @Example
  void a_repeat_may_be_of_another_span() {
    Event plain = Event.builder(Bytes.utf8("a")).header("x", "y").build();
    EventBuilder traced = Event.builder(Bytes.utf8("a")).header("x", "y");
    List.of("traceparent", "tracestate", "baggage").forEach(name -> traced.header(name, "1"));
    assertThat(EventDigest.body(traced.build())).isEqualTo(EventDigest.body(plain));
    assertThat(EventDigest.body(traced.header("x", "z").build()))
        .isNotEqualTo(EventDigest.body(plain));
  }

  private PendingAppend append(Event... events) {
    return new PendingAppend(EventRun.of(List.of(events)), false, memory::heeds);
  }

  private void store(PendingAppend append) {
    append.items.forEach(item -> item.id = Optional.of(PLACE));
    memory.settle(append);
  }
}
