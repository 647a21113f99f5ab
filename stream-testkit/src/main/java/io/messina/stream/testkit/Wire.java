package io.messina.stream.testkit;

import io.messina.stream.owner.PeerException;
import io.messina.testkit.simulation.Alarm;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The ways between simulated processes, which do to calls what networks do: each request and each
 * answer travels on its own, both get lost, and a request may be served long after its caller gave
 * up, also by the next process on the machine. A call is served by an actor of the process that it
 * reaches.
 *
 * @param <S> what processes offer
 */
public final class Wire<S> {

  private final Simulation simulation;
  private final RandomGenerator random;
  private final Map<String, Host<S>> hosts = new HashMap<>();
  private final Set<Way> cut = new HashSet<>();
  private WireFaults faults = WireFaults.NONE;

  /**
   * Ways that work, to nobody as yet.
   *
   * @param simulation where they are
   */
  public Wire(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("wire");
  }

  private record Host<S>(SimulatedNode node, S service) {}

  private record Way(String from, String to) {}

  private enum Fate {
    PROMPT,
    UNREACHABLE,
    REQUEST_LOST,
    ANSWER_LOST,
    SLOW
  }

  /** Lets a process answer the calls to its machine from now on. */
  public void serve(SimulatedNode node, S service) {
    hosts.put(node.name(), new Host<>(node, service));
  }

  /** Replaces the faults for calls made from now on. */
  public void faults(WireFaults faults) {
    this.faults = faults;
  }

  /** Cuts the way from one machine to another, not the way back. */
  public void cut(String from, String to) {
    cut.add(new Way(from, to));
  }

  /** Opens all ways. */
  public void reconnect() {
    cut.clear();
  }

  /** Opens a way again. */
  public void reconnect(String from, String to) {
    cut.remove(new Way(from, to));
  }

  /**
   * Calls, and waits for the answer. What the service throws is thrown here.
   *
   * @param from the caller's process
   * @param address the machine that is called
   * @param timeout how long the caller waits, by its monotonic clock
   * @param request what is asked of the service
   * @throws PeerException where there was no answer
   */
  public <T> T call(SimulatedNode from, String address, Duration timeout, Function<S, T> request) {
    return new Call<>(from, address, request).perform(timeout);
  }

  private Fate fate() {
    double drawn = random.nextDouble();
    if (drawn < faults.unreachable()) {
      return Fate.UNREACHABLE;
    }
    if (drawn < faults.unreachable() + faults.lost()) {
      return random.nextBoolean() ? Fate.REQUEST_LOST : Fate.ANSWER_LOST;
    }
    return drawn < faults.unreachable() + faults.lost() + faults.slow() ? Fate.SLOW : Fate.PROMPT;
  }

  private Duration delay(Fate fate) {
    Duration most = fate == Fate.SLOW ? faults.slowMax() : faults.delayMax();
    return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
  }

  private final class Call<T> {

    private final SimulatedNode from;
    private final String address;
    private final Function<S, T> request;
    private final Fate fate = fate();
    private final CompletableFuture<Supplier<T>> answer = new CompletableFuture<>();

    private Call(SimulatedNode from, String address, Function<S, T> request) {
      this.from = from;
      this.address = address;
      this.request = request;
    }

    private T perform(Duration timeout) {
      Alarm alarm = from.schedule(timeout, () -> answer.complete(failed("no answer", true)));
      send();
      try {
        return answer.join().get();
      } finally {
        alarm.cancel();
      }
    }

    private void send() {
      record(fate.toString());
      switch (fate) {
        case UNREACHABLE ->
            simulation.after(delay(fate), () -> answer.complete(failed("unreachable", false)));
        case REQUEST_LOST -> {}
        case PROMPT, ANSWER_LOST, SLOW -> simulation.after(delay(fate), this::arrive);
      }
    }

    private void arrive() {
      if (cut.contains(new Way(from.name(), address))) {
        return;
      }
      Optional<Host<S>> host =
          Optional.ofNullable(hosts.get(address)).filter(any -> !any.node().isCrashed());
      if (host.isPresent()) {
        host.get().node().spawn("server", () -> serve(host.get().service()));
      } else {
        simulation.after(delay(fate), () -> answer.complete(failed("nobody is there", false)));
      }
    }

    private void serve(S service) {
      Supplier<T> outcome = outcome(service);
      if (fate != Fate.ANSWER_LOST) {
        simulation.after(delay(fate), () -> comeBack(outcome));
      }
    }

    private Supplier<T> outcome(S service) {
      try {
        T result = request.apply(service);
        return () -> result;
      } catch (RuntimeException e) {
        return () -> {
          throw e;
        };
      }
    }

    private void comeBack(Supplier<T> outcome) {
      if (!cut.contains(new Way(address, from.name()))) {
        answer.complete(outcome);
      }
    }

    private Supplier<T> failed(String why, boolean mayHaveHappened) {
      return () -> {
        throw new PeerException(address + ": " + why, mayHaveHappened);
      };
    }

    private void record(String what) {
      simulation.history().record(what.hashCode(), () -> from + " calls " + address + ": " + what);
    }
  }
}
