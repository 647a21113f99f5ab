package io.messina.stream.group;

import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.NodeTime.Cancellation;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * The turns of a {@link ShardFollower}, in each of which it handles something, until it is stopped.
 * Its thread takes turns and pauses; others stop it and wait for the turn that it has.
 */
public final class FollowerTurn {

  private final NodeTime time;
  private final Mutex turn = new Mutex();
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean stopped;

  /** Not stopped yet. */
  public FollowerTurn(NodeTime time) {
    this.time = time;
  }

  /** Whether nothing more is to be begun. */
  public boolean isStopped() {
    return stopped;
  }

  /** Begins a turn, which ends by closing it. Whether it is stopped is to be asked within. */
  public Mutex.Held hold() {
    return turn.hold();
  }

  /** Lets the thread wait, unless it is stopped, or until it is. */
  public void pause(Duration duration) {
    if (!stopped) {
      Cancellation alarm = time.schedule(duration, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }

  /** Ends a pause, and lets no turn begin any more. Does not wait. */
  public void stop() {
    stopped = true;
    woken.release();
  }

  /** Waits for the turn that is taken. */
  public void close() {
    try (var _ = turn.hold()) {
      stopped = true;
    }
  }
}
