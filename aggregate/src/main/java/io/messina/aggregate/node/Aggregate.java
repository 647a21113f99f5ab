package io.messina.aggregate.node;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.GroupId;
import io.messina.stream.node.Streams;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An aggregate of a stream, at work on the shards that this process owns. Every process of a
 * cluster must run it. A group {@code aggregate.NAME.VERSION} of the stream keeps how far it has
 * come, and which snapshots count. Safe for use by many threads.
 */
public final class Aggregate implements AutoCloseable {

  private Aggregate() {}

  /**
   * Begins, or goes on where it was in this version. A version that is new begins with the oldest
   * event of the stream.
   *
   * @param context what it works with; its store outlives it
   * @param streams of this process, on the same store; not closed before this
   * @param stream whose events are aggregated
   * @param name of the aggregate, of a letter or digit and then letters, digits, ".", "_" and "-"
   * @param job what to do
   * @param settings where its state is
   * @return to be closed; otherwise it ends with the streams
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
   */
  public static Aggregate start(
      Context context,
      Streams streams,
      StreamName stream,
      String name,
      AggregateJob job,
      StateSettings settings) {
    throw new UnsupportedOperationException();
  }

  /**
   * Begins with the clocks of the machine.
   *
   * @param store of the streams; it outlives them
   * @param streams of this process; not closed before this
   * @param stream whose events are aggregated
   * @param name as above
   * @param job what to do
   * @param settings where its state is
   * @return to be closed
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
   */
  public static Aggregate start(
      Store store,
      Streams streams,
      StreamName stream,
      String name,
      AggregateJob job,
      StateSettings settings) {
    throw new UnsupportedOperationException();
  }

  /**
   * The group that keeps how far an aggregate has come.
   *
   * @param name of the aggregate
   * @param version of its job
   */
  public static GroupName group(String name, int version) {
    return new GroupName("aggregate." + name + "." + version);
  }

  /**
   * Removes what is left of a version of an aggregate that is over and does not run here any more:
   * its local state, and its snapshots. Repeating it is harmless.
   *
   * @param settings of the process
   * @param name of the aggregate
   * @param version of its job
   */
  public static void erase(StateSettings settings, String name, int version) {
    throw new UnsupportedOperationException();
  }

  /**
   * Removes the local state of all aggregates but some, before any is started.
   *
   * @param settings of the process
   * @param live the groups of aggregates that are to be started
   */
  public static void eraseOthers(StateSettings settings, Set<GroupId> live) {
    throw new UnsupportedOperationException();
  }

  /**
   * The rows of windows that begin in a span of time, merged over the shards of this process, each
   * as of one moment.
   *
   * @param from the first start that is wanted
   * @param to the first that is not
   * @param groups which groups are wanted
   * @param max from 1; once there are so many rows, no further window is begun
   * @return all rows of some windows, from the earliest on
   */
  public AggregateAnswer rows(Instant from, Instant to, Predicate<Bytes> groups, int max) {
    throw new UnsupportedOperationException();
  }

  /** Returns what is going on at the shards that this process owns, as of a moment ago. */
  public AggregateStatus status() {
    throw new UnsupportedOperationException();
  }

  /** Makes what was read so far safe from a crash of this process. */
  public void flush() {
    throw new UnsupportedOperationException();
  }

  /** Ends what runs here; what is not flushed is read again when it goes on. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
