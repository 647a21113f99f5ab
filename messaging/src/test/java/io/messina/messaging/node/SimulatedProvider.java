package io.messina.messaging.node;

import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A provider outside of all servers, which keeps a book of what it has accepted. */
final class SimulatedProvider {

  private final Simulation simulation;
  private final RandomGenerator random;
  private final Optional<Duration> promised;
  private final Map<String, Integer> book = new HashMap<>();
  private final Map<String, Duration> keys = new HashMap<>();
  private final Map<SimulatedNode, Integer> calls = new HashMap<>();
  private boolean calm;
  private int recognised;

  /** Recognises a message by its key for as long as it promises. */
  SimulatedProvider(Simulation simulation, RandomGenerator random, Optional<Duration> promised) {
    this.simulation = simulation;
    this.random = random;
    this.promised = promised;
  }

  void calm() {
    calm = true;
  }

  int count(String message) {
    return book.getOrDefault(message, 0);
  }

  /** Whether a server is in the middle of a call. */
  boolean isCalledBy(SimulatedNode node) {
    return calls.getOrDefault(node, 0) > 0;
  }

  /** How many messages it has recognised. */
  int recognised() {
    return recognised;
  }

  private void accept(OutgoingMessage message) {
    Duration now = simulation.elapsed();
    Duration known = keys.get(message.id());
    if (promised.isPresent() && known != null && now.minus(known).compareTo(promised.get()) <= 0) {
      recognised++;
    } else {
      keys.put(message.id(), now);
      book.merge(message.id(), 1, Integer::sum);
    }
  }

  /** A way to it from a server. */
  Connector at(SimulatedNode node) {
    return new Connector() {

      @Override
      public SendResult send(OutgoingMessage message, Duration timeout) {
        calls.merge(node, 1, Integer::sum);
        try {
          return tried(message, timeout);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return new SendResult.Uncertain("interrupted");
        } finally {
          calls.merge(node, -1, Integer::sum);
        }
      }

      private SendResult tried(OutgoingMessage message, Duration timeout)
          throws InterruptedException {
        int dice = calm ? 99 : random.nextInt(100);
        node.sleep(Duration.ofMillis(random.nextLong(1, 2_000)));
        if (dice < 10) {
          return new SendResult.Failed("connect", "no connection");
        } else if (dice < 20) {
          return new SendResult.Refused("550", "refused");
        } else if (dice < 25) {
          return new SendResult.Throttled(Optional.of(Duration.ofSeconds(3)), "too much");
        } else if (dice < 32) {
          node.sleep(timeout);
          if (dice < 28) {
            throw new IllegalStateException("planted: no answer");
          }
          return new SendResult.Uncertain("no answer");
        }
        if (dice < 35) {
          throw new IllegalStateException("a fault of the connector before it sent anything");
        }
        accept(message);
        if (dice < 39) {
          throw new NoClassDefFoundError("as where a jar is replaced under a process");
        }
        node.sleep(dice < 45 ? timeout : Duration.ofMillis(random.nextLong(1, 2_000)));
        if (dice < 37) {
          throw new NoClassDefFoundError("planted: a class of the answer");
        }
        return dice < 45
            ? new SendResult.Uncertain("the answer was lost")
            : new SendResult.Accepted(java.util.List.of("p" + message.id()), 1);
      }

      @Override
      public Optional<RepeatPromise> repeats() {
        return promised.map(lifetime -> new RepeatPromise(lifetime, false));
      }

      @Override
      public void close() {}
    };
  }
}
