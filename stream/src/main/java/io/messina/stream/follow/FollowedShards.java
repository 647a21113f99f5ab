package io.messina.stream.follow;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The shards that a consumer follows in this process: each has a loop, and one object that begins
 * its tasks and stays while the process runs. Reports and look-ups of a job are asked of these
 * objects by {@link #ask}. Safe for use by many threads.
 *
 * @param <W> begins the tasks of a shard, and answers for it
 */
public final class FollowedShards<W extends ShardTask.Beginning> implements ShardFollower.Factory {

  private final Shared shared;
  private final Function<ShardId, W> made;
  private final Supplier<ConsumerCounts> counts;
  private final Map<Integer, Followed<W>> followed = new ConcurrentHashMap<>();

  private record Followed<W>(W work, ShardTaskLoop loop) {}

  /**
   * What the loops of a consumer share.
   *
   * @param context of the process
   * @param trouble is told which shards stand still
   * @param waiting the time that a task waits for events
   * @param backoff the pauses after failures
   * @param storeBackoff the pauses after failures of the store, or of an owner that is asked
   * @param untilClosed whether the end of a loop waits until its task is closed, because that can
   *     be woken; otherwise it waits only for the page in progress, as a read may take long
   */
  public record Shared(
      Context context,
      FollowTrouble trouble,
      Duration waiting,
      ExponentialBackoff backoff,
      ExponentialBackoff storeBackoff,
      boolean untilClosed) {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final ExponentialBackoff BACKOFF =
        new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

    /** With the same pauses after all failures, and tasks that cannot be woken. */
    public Shared(
        Context context, FollowTrouble trouble, Duration waiting, ExponentialBackoff backoff) {
      this(context, trouble, waiting, backoff, backoff, false);
    }

    /** With 5 s for events, pauses from 100 ms to 10 s, and tasks that cannot be woken. */
    public Shared(Context context, FollowTrouble trouble) {
      this(context, trouble, WAIT, BACKOFF);
    }
  }

  /**
   * No shards yet.
   *
   * @param shared by the loops
   * @param made makes the object of a shard, when this process follows it for the first time
   * @param counts returns the counts of handled events
   */
  public FollowedShards(Shared shared, Function<ShardId, W> made, Supplier<ConsumerCounts> counts) {
    this.shared = shared;
    this.made = made;
    this.counts = counts;
  }

  @Override
  public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
    Followed<W> former = followed.get(shard.number());
    W work = former == null ? made.apply(shard) : former.work;
    ShardTaskLoop loop = new ShardTaskLoop(shared, work, shard, group);
    followed.put(shard.number(), new Followed<>(work, loop));
    return loop;
  }

  @Override
  public ConsumerCounts counts() {
    return counts.get();
  }

  /**
   * Asks the owners of shards, and merges their answers. A shard that this process does not follow
   * now is missing.
   *
   * @param shards their numbers
   * @param question returns the answer of a shard; empty if it has none now
   * @param <A> an answer
   */
  public <A> ShardAnswers<A> ask(IntStream shards, Function<W, Optional<A>> question) {
    return ask(shards, it -> !it.loop.isStopped(), question);
  }

  /**
   * Asks as {@link #ask} does, but also of shards that this process has followed earlier: for
   * counts, which must not fall.
   *
   * @param shards their numbers
   * @param question returns the answer of a shard; empty if it has none
   * @param <A> an answer
   */
  public <A> ShardAnswers<A> askFormer(IntStream shards, Function<W, Optional<A>> question) {
    return ask(shards, _ -> true, question);
  }

  private <A> ShardAnswers<A> ask(
      IntStream shards, Predicate<Followed<W>> isAsked, Function<W, Optional<A>> question) {
    SortedMap<Integer, A> answers = new TreeMap<>();
    SortedSet<Integer> missing = new TreeSet<>();
    shards.forEach(
        shard ->
            Optional.ofNullable(followed.get(shard))
                .filter(isAsked)
                .flatMap(it -> question.apply(it.work))
                .ifPresentOrElse(it -> answers.put(shard, it), () -> missing.add(shard)));
    return new ShardAnswers<>(answers, missing);
  }
}
