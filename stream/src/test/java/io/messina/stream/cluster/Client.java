package io.messina.stream.cluster;

import io.messina.runtime.RequestException;
import io.messina.stream.owner.PeerException;
import io.messina.stream.testkit.Wire;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A process outside of the cluster, that asks any of its nodes.
 *
 * @param node the process
 * @param wire the way to the nodes
 * @param addresses of all nodes
 * @param seen counts what happens
 */
record Client(SimulatedNode node, Wire<StreamsNode> wire, List<String> addresses, Tally seen) {

  /** How long it waits for an answer, beside what it asks the other side to wait. */
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  /** What became of a request. */
  sealed interface Reply<T> {

    /** It was answered. */
    record Given<T>(T value) implements Reply<T> {}

    /** It was certainly not done. */
    record Refused<T>(RuntimeException why) implements Reply<T> {}

    /** It may have been done, or may still be. */
    record Unknown<T>() implements Reply<T> {}
  }

  String anyAddress() {
    return addresses.get(node.random().nextInt(addresses.size()));
  }

  /** Asks some node once. */
  <T> Reply<T> ask(Duration wait, Function<StreamsNode, T> request) {
    return ask(anyAddress(), wait, request);
  }

  /** Asks some node once, and gives it up soon. */
  <T> Reply<T> askBriefly(Duration timeout, Function<StreamsNode, T> request) {
    return within(timeout, anyAddress(), request);
  }

  /** Asks a certain node once. */
  <T> Reply<T> ask(String address, Duration wait, Function<StreamsNode, T> request) {
    return within(TIMEOUT.plus(wait), address, request);
  }

  private <T> Reply<T> within(Duration timeout, String address, Function<StreamsNode, T> request) {
    try {
      return new Reply.Given<>(wire.call(node, address, timeout, request));
    } catch (PeerException e) {
      return e.mayHaveHappened() ? new Reply.Unknown<>() : new Reply.Refused<>(e);
    } catch (RequestException.Unknown e) {
      return new Reply.Unknown<>();
    } catch (RequestException.Overloaded e) {
      seen.add(Tally.Sight.OVERLOADED, 1);
      return new Reply.Refused<>(e);
    } catch (RequestException e) {
      return new Reply.Refused<>(e);
    }
  }

  /** Asks one node after the other what is harmless to repeat, until one answers. */
  <T> Optional<T> insist(int attempts, Function<StreamsNode, T> request) {
    for (int i = 0; i < attempts; i++) {
      if (ask(Duration.ZERO, request) instanceof Reply.Given<T>(T value)) {
        return Optional.of(value);
      }
      pause(Duration.ofMillis(100 + node.random().nextInt(900)));
    }
    return Optional.empty();
  }

  /** Does what is harmless to repeat until it succeeds. */
  void persist(Runnable action) {
    while (true) {
      try {
        action.run();
        return;
      } catch (RequestException e) {
        pauseUpTo(Duration.ofSeconds(1));
      }
    }
  }

  void pause(Duration duration) {
    node.pause(duration);
  }

  /** Waits for any time up to a longest. */
  void pauseUpTo(Duration longest) {
    pause(Duration.ofNanos(node.random().nextLong(longest.toNanos() + 1)));
  }
}
