package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreUnavailableException;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RequestGateTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void no_more_requests_are_let_in_than_there_are_places() {
    RequestGate gate = new RequestGate(2, 100, SHORT);
    gate.enter(1);
    gate.enter(1);

    assertThatThrownBy(() -> gate.enter(1)).isInstanceOf(StoreUnavailableException.class);

    assertThat(gate.requests()).isEqualTo(2);
    gate.leave(1);
    gate.enter(1);
    assertThat(gate.requests()).isEqualTo(2);
  }

  @Test
  void nor_more_bytes() {
    RequestGate gate = new RequestGate(10, 100, SHORT);
    gate.enter(60);

    assertThatThrownBy(() -> gate.enter(60)).isInstanceOf(StoreUnavailableException.class);

    gate.enter(40);
    gate.leave(60);
    gate.enter(60);
  }

  @Test
  void a_request_larger_than_all_places_gets_through_alone() {
    RequestGate gate = new RequestGate(10, 100, SHORT);
    gate.enter(1_000);
    assertThatThrownBy(() -> gate.enter(1)).isInstanceOf(StoreUnavailableException.class);
    gate.leave(1_000);
    gate.enter(100);
  }

  @Test
  void who_waits_gets_a_place_in_the_order_of_coming() throws Exception {
    RequestGate gate = new RequestGate(3, 100, LONG);
    gate.enter(90);
    gate.enter(10);
    CompletableFuture<String> large = entering(gate, 80);
    CompletableFuture<String> small = entering(gate, 10);

    gate.leave(10);
    assertThat(gate.waiting()).as("a small one does not overtake a large one").isEqualTo(2);

    gate.leave(90);
    large.get(60, TimeUnit.SECONDS);
    small.get(60, TimeUnit.SECONDS);
    assertThat(gate.requests()).isEqualTo(2);
  }

  @Test
  void who_gives_up_waiting_holds_nobody_back() throws Exception {
    RequestGate gate = new RequestGate(3, 100, SHORT);
    gate.enter(90);
    assertThatThrownBy(() -> gate.enter(80)).isInstanceOf(StoreUnavailableException.class);
    assertThat(gate.waiting()).isZero();
    gate.enter(10);
  }

  @Test
  void an_interrupt_does_not_break_waiting_off() throws Exception {
    RequestGate gate = new RequestGate(1, 100, LONG);
    gate.enter(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  gate.enter(1);
                  interrupted.complete(Thread.interrupted());
                });
    waiting.interrupt();

    gate.leave(1);

    assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Begins to wait in a thread of its own, and is waiting on return. */
  private static CompletableFuture<String> entering(RequestGate gate, long bytes) {
    int before = gate.waiting();
    CompletableFuture<String> entered =
        CompletableFuture.supplyAsync(
            () -> {
              gate.enter(bytes);
              return "entered";
            },
            task -> Thread.ofVirtual().start(task));
    SystemWaiting.until(() -> gate.waiting() != before);
    return entered;
  }
}
