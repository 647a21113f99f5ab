package io.messina.stream.cluster;

import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A machine of the simulation, on which the same program is started again after each crash. */
final class Machine {

  private final Simulation simulation;
  private final String name;
  private final Consumer<SimulatedNode> program;
  private SimulatedNode node;
  private Optional<Ending> ending = Optional.empty();
  private boolean starting;
  private boolean retired;

  private record Ending(SimulatedNode process, Runnable action) {}

  /** A machine whose program runs at once. */
  Machine(Simulation simulation, String name, Consumer<SimulatedNode> program) {
    this.simulation = simulation;
    this.name = name;
    this.program = program;
    this.node = simulation.node(name);
    program.accept(node);
  }

  String name() {
    return name;
  }

  /** The process that runs there, or the last one that did. */
  SimulatedNode node() {
    return node;
  }

  /** What the process does that runs there now, when it is asked to end. */
  void endsBy(SimulatedNode process, Runnable ending) {
    this.ending = Optional.of(new Ending(process, ending));
  }

  /** Asks the process to end; one that takes too long is killed. Returns whether it was ready. */
  boolean stop(Duration patience) {
    Optional<Ending> asked = ending.filter(each -> each.process() == node && !node.isCrashed());
    ending = Optional.empty();
    asked.ifPresent(
        each -> {
          each.process()
              .spawn(
                  "stop",
                  () -> {
                    each.action().run();
                    each.process().crash();
                  });
          simulation.after(patience, each.process()::crash);
        });
    return asked.isPresent();
  }

  /** Whether the process that runs there is ready. */
  boolean isReady() {
    return ending.filter(each -> each.process() == node && !node.isCrashed()).isPresent();
  }

  boolean isRetired() {
    return retired;
  }

  /** Starts the next process after a while, if the last one has crashed. */
  void restart(Duration delay) {
    if (node.isCrashed() && !starting) {
      starting = true;
      simulation.after(delay, this::start);
    }
  }

  /** Starts the next process now, if the last one has crashed. */
  void restart() {
    start();
  }

  /** Lets the process stand still for a while. */
  void suspend(Suspension how, Duration length) {
    if (!node.isSuspended()) {
      SimulatedNode suspended = node;
      suspended.suspend(how);
      simulation.after(length, suspended::resume);
    }
  }

  /** Ends the process for good. */
  void retire() {
    starting = true;
    retired = true;
    node.crash();
  }

  private void start() {
    starting = false;
    if (retired || !node.isCrashed()) {
      return;
    }
    node = simulation.node(name);
    program.accept(node);
  }
}
