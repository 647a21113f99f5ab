package io.messina.aggregate.node;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.ParallelCalls;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.FollowedShards;
import io.messina.stream.follow.ShardAnswers;
import io.messina.stream.node.Group;
import io.messina.stream.node.OwnerQuestion;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An aggregate of a stream, at work on the shards that this process owns. Every process of a
 * cluster must run it. A group {@code aggregate.NAME.VERSION} of the stream keeps how far it has
 * come, and which snapshots count. Safe for use by many threads.
 */
public final class Aggregate implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.2);
  private static final ExponentialBackoff STORE_BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.2);

  /** Answers to other nodes at once, as each takes memory; others wait for their turn. */
  private static final int ANSWERS_AT_ONCE = 8;

  private static final int CONFIRMED_AT_ONCE = 64;

  private final Semaphore answers = new Semaphore(ANSWERS_AT_ONCE);
  private final ParallelCalls parallel;
  private final AggregateJob job;
  private final Streams streams;
  private final Stream stream;
  private final Group group;
  private final int shardCount; // also once the stream is deleted
  private final FollowedShards<AggregateShard> shards;
  private final Map<Integer, Mutex> inUse = new ConcurrentHashMap<>();
  private final LeftFolders left;
  private final Consumer consumer;
  private final Cancellation answering;

  private Aggregate(
      Context context,
      Streams streams,
      Stream stream,
      Group group,
      AggregateJob job,
      StateSettings settings,
      OwnedState owned) {
    CatalogGroup definition = group.definition();
    StateFolders folders =
        new StateFolders(settings.folder(), definition.id(), definition.stream());
    folders.removeFormer();
    this.parallel = new ParallelCalls(context.threads(), CONFIRMED_AT_ONCE);
    this.job = job;
    this.streams = streams;
    this.stream = stream;
    this.group = group;
    this.shardCount = stream.definition().options().shards();
    this.left =
        new LeftFolders(
            context,
            settings,
            folders,
            group,
            this::inUse,
            shard -> group.owned().stream().anyMatch(it -> it.number() == shard));
    FollowTrouble trouble = new FollowTrouble("an aggregate", 1);
    AggregateShard.Shared shared =
        new AggregateShard.Shared(context, job, settings, folders, owned, trouble, left);
    this.shards =
        new FollowedShards<>(
            new FollowedShards.Shared(context, trouble, WAIT, BACKOFF, STORE_BACKOFF, true),
            shard -> new AggregateShard(shared, shard, inUse(shard.number())),
            this::counts);
    this.consumer = group.follow(shards);
    this.answering = streams.answer(engine(), this::answer);
    left.start();
  }

  /**
   * Begins, or continues at its position in this version. A version that is new begins with the
   * oldest event of the stream.
   *
   * @param context of the process; its store outlives it
   * @param streams of this process, on the same store; not closed before this
   * @param stream whose events are aggregated
   * @param name of the aggregate, of a letter or digit and then letters, digits, ".", "_" and "-"
   * @param job to run
   * @param settings where its state is
   * @return to be closed; otherwise it ends with the streams
   * @throws io.messina.runtime.RequestException.NotFound if the stream does not exist
   * @throws ForeignStateException if the folder belongs to another store
   */
  public static Aggregate start(
      Context context,
      Streams streams,
      StreamName stream,
      String name,
      AggregateJob job,
      StateSettings settings) {
    Stream followed = streams.stream(stream);
    OwnedState owned = OwnedState.claim(context, streams, settings);
    Group group =
        followed
            .createGroup(group(name, job.version()), Start.earliest(), GroupOptions.DEFAULT)
            .value();
    return new Aggregate(context, streams, followed, group, job, settings, owned);
  }

  /**
   * Begins with the clocks of the machine.
   *
   * @param store of the streams; it outlives them
   * @param streams of this process; not closed before this
   * @param stream whose events are aggregated
   * @param name as above
   * @param job to run
   * @param settings where its state is
   * @return to be closed
   * @throws io.messina.runtime.RequestException.NotFound if the stream does not exist
   */
  public static Aggregate start(
      Store store,
      Streams streams,
      StreamName stream,
      String name,
      AggregateJob job,
      StateSettings settings) {
    return start(
        Context.ofMachine(store, "messina-" + name + "-"), streams, stream, name, job, settings);
  }

  /**
   * The group that keeps how far an aggregate has come.
   *
   * @param version of its job
   */
  public static GroupName group(String name, int version) {
    return new GroupName("aggregate." + name + "." + version);
  }

  /**
   * Removes the rest of an aggregate that is over and does not run here any more: its local state.
   * Repeating it is harmless.
   *
   * @param over its group, as it was
   */
  public static void erase(StateSettings settings, GroupId over) {
    StateFolders.delete(settings.folder().resolve(StateFolders.name(over)));
  }

  /**
   * Makes sure that the folder of states is not marked as that of another store.
   *
   * @param context has the store
   * @throws ForeignStateException if it is
   * @throws io.messina.runtime.RequestException.Unavailable if the store does not answer
   */
  public static void checkFolder(Context context, StateSettings settings) {
    OwnedState.check(context, settings);
  }

  /**
   * Removes the local state of all aggregates but some, before any is started.
   *
   * @param context has the store
   * @param streams on the store
   * @param live the groups of aggregates that will be started
   * @throws ForeignStateException if the folder belongs to another store: nothing is removed
   */
  public static void eraseOthers(
      Context context, Streams streams, StateSettings settings, Set<GroupId> live) {
    var _ = OwnedState.claim(context, streams, settings);
    StateFolders.removeOthers(
        settings.folder(),
        live.stream().map(StateFolders::name).collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Removes the snapshots of aggregates that are over, unless the place is not this store's.
   *
   * @param context has the store
   * @param streams on the store
   * @param isOver whether an aggregate is over, by its name, version and generation, as in {@code
   *     visits.1~1}
   * @throws ForeignStateException if the folder belongs to another store
   * @throws io.messina.aggregate.snapshot.SnapshotException if the place belongs to another store,
   *     or not all could be removed
   */
  public static void eraseSnapshots(
      Context context, Streams streams, StateSettings settings, Predicate<String> isOver) {
    OwnedState.claim(context, streams, settings)
        .place()
        .ifPresent(place -> place.removeOver(isOver));
  }

  /**
   * The rows of windows that begin in a span of time, merged over all shards, each as of one
   * moment. The owners of those that other nodes have are asked, all at the same time.
   *
   * @param from the first start that is wanted
   * @param to the first that is not
   * @param groups which groups are wanted
   * @param max how many rows at most, from 1; there may be fewer where their parts are large
   * @return from the earliest window on; {@link MergedRows.Wanted#after} continues behind its last
   *     row
   */
  public AggregateAnswer rows(Instant from, Instant to, GroupFilter groups, int max) {
    return rows(new MergedRows.Wanted(from.toEpochMilli(), to.toEpochMilli(), groups, max));
  }

  /**
   * Returns the rows of groups that begin with some bytes.
   *
   * @param wanted which rows
   * @return from the earliest window on
   */
  public AggregateAnswer rows(MergedRows.Wanted wanted) {
    List<ShardId> all = stream.definition().shards(); // throws once the stream is deleted
    OwnersRows rows = rows(all, wanted);
    for (Optional<Long> kept = rows.keptFrom(); kept.isPresent(); kept = rows.keptFrom()) {
      rows = rows(all, wanted.from(kept.get()));
    }
    return rows.answer(wanted.max());
  }

  /** Of all owners together, no more bytes than one may answer. */
  private OwnersRows rows(List<ShardId> all, MergedRows.Wanted wanted) {
    MergedRows.Wanted each =
        wanted.within(wanted.bytesMax() / Math.max(1, streams.members().size()));
    OwnerQuestion.Answers<RowsPart> answers =
        streams.askOwners(all, (owner, isHere, asked) -> part(owner, isHere, asked, each));
    Set<Integer> missing = all.stream().map(ShardId::number).collect(Collectors.toSet());
    answers.each().forEach(part -> part.shards().forEach(it -> missing.remove(it.number())));
    return new OwnersRows(job, answers.each(), missing);
  }

  private OwnerQuestion.Answer<RowsPart> part(
      ShardService owner, boolean isHere, List<ShardId> asked, MergedRows.Wanted wanted) {
    RowsQuestion question = new RowsQuestion(asked.stream().map(ShardId::number).toList(), wanted);
    RowsPart part =
        isHere
            ? ownPart(question)
            : RowsPart.decode(owner.ask(engine(), question.encode()), job.windows().windows());
    return new OwnerQuestion.Answer<>(
        part, asked.stream().filter(it -> part.notOwned().contains(it.number())).toList());
  }

  private RowsPart ownPart(RowsQuestion question) {
    ShardAnswers<AggregateShard> own =
        shards.ask(question.shards().stream().mapToInt(Integer::intValue), Optional::of);
    RowsPart part = new Question(job, own.answers().values()).answer(question.wanted());
    Set<Integer> owned = group.owned().stream().map(ShardId::number).collect(Collectors.toSet());
    List<Integer> notOwned =
        question.shards().stream().filter(shard -> !owned.contains(shard)).toList();
    List<Integer> idle =
        part.shards().stream()
            .filter(RowsPart.OfShard::isIdle)
            .map(RowsPart.OfShard::number)
            .toList();
    // A shard that another node owns by now looks idle here, while that one reads on.
    boolean isLost =
        part.shards().stream().anyMatch(it -> notOwned.contains(it.number()))
            || (!idle.isEmpty()
                && parallel
                    .each(idle, shard -> Objects.requireNonNull(own.answers().get(shard)).isOwned())
                    .contains(false));
    return isLost
        ? new RowsPart(List.of(), question.shards(), false, List.of())
        : new RowsPart(part.shards(), notOwned, part.isCut(), part.rows());
  }

  /** Answers another node. */
  private Bytes answer(Bytes question) {
    answers.acquireUninterruptibly();
    try {
      return ownPart(RowsQuestion.decode(question)).encode();
    } finally {
      answers.release();
    }
  }

  /** Under which the nodes ask each other for rows. */
  private String engine() {
    return group.definition().stream() + "/" + group.id();
  }

  private <A> ShardAnswers<A> ask(Function<AggregateShard, Optional<A>> question) {
    return shards.ask(IntStream.range(0, shardCount), question);
  }

  /** Returns the status of the shards that this process owns, as of a moment ago. */
  public AggregateStatus status() {
    return new AggregateStatus(ask(shard -> Optional.of(shard.status())));
  }

  /**
   * Makes all that was read so far safe from a crash of this process.
   *
   * @throws io.messina.aggregate.state.StateException if a state cannot be written
   */
  public void flush() {
    ask(Optional::of).answers().values().forEach(AggregateShard::flush);
  }

  private Mutex inUse(int shard) {
    return inUse.computeIfAbsent(shard, _ -> new Mutex());
  }

  private ConsumerCounts counts() {
    ShardAnswers<AggregateStatus.OfShard> shown = status().answers();
    return new ConsumerCounts(
        shown.sum(it -> it.events().added()),
        0,
        shown.sum(it -> it.events().late() + it.events().ahead() + it.events().skipped()));
  }

  /** Ends it here, once all that was read is safe. */
  @Override
  public void close() {
    answering.cancel();
    left.close();
    consumer.close();
  }
}
