package io.messina.stream.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventGuardTest {

  private static final StoredEvent EVENT =
      new StoredEvent(
          new EventAddress(1, 0, 0, new Position(1, 7)),
          Event.builder(Bytes.EMPTY).build(),
          Instant.EPOCH);

  private final EventGuard guard = new EventGuard("a test");

  static Throwable[] ofEvents() {
    return new Throwable[] {
      new NumberFormatException("Exponent overflow."),
      new StackOverflowError(),
      new NoClassDefFoundError("a/jar/of/a/User"),
      new AssertionError("no")
    };
  }

  @ParameterizedTest
  @MethodSource("ofEvents")
  void an_event_that_throws_is_skipped_counted_and_named(Throwable failure) {
    assertThat(guard.handle(EVENT, () -> EventGuardTest.<RuntimeException>raise(failure)))
        .isFalse();
    assertThat(guard.handle(EVENT, () -> {})).isTrue();
    assertThat(guard.skipped()).isOne();
    assertThat(guard.trouble().orElseThrow())
        .contains(EVENT.id().toString())
        .contains(failure.getClass().getSimpleName());
  }

  static Throwable[] ofTheProcess() {
    return new Throwable[] {
      new StoreUnavailableException("no node answers", new RuntimeException()),
      new OutOfMemoryError("a test")
    };
  }

  @ParameterizedTest
  @MethodSource("ofTheProcess")
  void what_any_event_would_meet_passes_through(Throwable failure) {
    assertThatThrownBy(
            () -> guard.handle(EVENT, () -> EventGuardTest.<RuntimeException>raise(failure)))
        .isSameAs(failure);
    assertThat(guard.skipped()).isZero();
    assertThat(guard.trouble()).isEmpty();
  }

  @SuppressWarnings("unchecked") // thrown whatever it is
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }
}
