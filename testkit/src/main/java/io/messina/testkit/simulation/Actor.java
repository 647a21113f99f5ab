package io.messina.testkit.simulation;

import java.util.concurrent.Executor;

/**
 * A thread of a node: the scheduler of one virtual thread, and of the threads that it starts
 * without asking its node.
 */
final class Actor implements Executor {

  private final Stage stage;
  private final SimulatedNode node;
  private final String name;
  private final int number;
  private final Thread thread;

  Actor(Simulation simulation, SimulatedNode node, String name, Runnable task) {
    this.stage = simulation.stage();
    this.node = node;
    this.name = name;
    this.number = simulation.nextActor();
    this.thread =
        stage
            .threads()
            .scheduledBy(this)
            .name(node.name() + "/" + name)
            .inheritInheritableThreadLocals(false)
            .uncaughtExceptionHandler((any, error) -> stage.fail(this, error))
            .unstarted(task);
  }

  SimulatedNode node() {
    return node;
  }

  int number() {
    return number;
  }

  Thread thread() {
    return thread;
  }

  boolean hasEnded() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  void discard() {
    if (!hasEnded()) {
      stage.threads().discard(thread);
    }
  }

  @Override
  public void execute(Runnable continuation) {
    Turn turn = new Turn(this, continuation);
    if (stage.admits(turn)) {
      node.enqueue(turn);
    }
  }

  @Override
  public String toString() {
    return node + "/" + name + "#" + number;
  }
}
