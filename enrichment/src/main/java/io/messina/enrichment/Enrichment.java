package io.messina.enrichment;

import io.messina.api.Checks;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.enrich.Applied;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.StateRow;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.group.ShardFollower;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.OwnGroup;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An enrichment of a stream, at work on the shards that this process owns: each event changes the
 * state of its key once. Every process of a cluster must run it. A group {@code
 * enrichment.NAME.VERSION} of the stream keeps how far it has come. Safe for use by many threads.
 *
 * @param <S> the state of a key
 */
public final class Enrichment<S> implements AutoCloseable {

  private static final int LETTERS_MAX = 10_000;

  private final Context context;
  private final Stream stream;
  private final Group group;
  private final StateClient<S> states;
  private final String id;
  private final Map<ShardId, ShardRunner<S>> runners = new ConcurrentHashMap<>();
  private final Consumer consumer;

  private Enrichment(
      Context context, Streams streams, Stream stream, Group group, EnrichmentJob<S> job) {
    this.context = context;
    this.stream = stream;
    this.group = group;
    CatalogGroup definition = group.definition();
    this.id = definition.stream() + "/" + definition.id();
    long generation = definition.id().generation();
    this.states =
        new StateClient<>(
            context,
            id,
            generation,
            job.codec(),
            () -> {
              throw new IllegalStateException("only owners of shards write states");
            });
    ShardRunner.Shared<S> shared =
        new ShardRunner.Shared<>(
            context,
            job,
            id,
            generation,
            outputKeys(id),
            (target, events) -> streams.stream(target).appendLater(events));
    this.consumer = group.follow(new Runners(shared));
  }

  /**
   * Begins, or goes on where it was in this version. A version that is new begins with the oldest
   * event of the stream.
   *
   * @param context what it works with; its store outlives it
   * @param streams of this process, on the same store; not closed before this
   * @param stream whose events change states
   * @param name of the enrichment, of a letter or digit and then letters, digits, ".", "_" and "-"
   * @param job what to do
   * @return to be closed; otherwise it ends with the streams
   * @throws io.messina.stream.StreamException.NotFound if there is no such stream
   * @throws io.messina.store.StoreException if the tables cannot be created
   * @param <S> the state of a key
   */
  public static <S> Enrichment<S> start(
      Context context, Streams streams, StreamName stream, String name, EnrichmentJob<S> job) {
    EnrichmentTables.ALL.forEach(context.store()::create);
    Stream followed = streams.stream(stream);
    Group group =
        followed
            .createGroup(group(name, job.version()), Start.earliest(), GroupOptions.DEFAULT)
            .value();
    return new Enrichment<>(context, streams, followed, group, job);
  }

  /**
   * The group that keeps how far an enrichment has come.
   *
   * @param name of the enrichment
   * @param version of its job
   */
  public static GroupName group(String name, int version) {
    return new GroupName("enrichment." + name + "." + version);
  }

  /** Short, whatever the names are; two enrichments never share one. */
  private static String outputKeys(String enrichment) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(enrichment.getBytes(StandardCharsets.UTF_8));
      return "enriched/" + HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Runners implements ShardFollower.Factory {

    private final ShardRunner.Shared<S> shared;

    Runners(ShardRunner.Shared<S> shared) {
      this.shared = shared;
    }

    @Override
    public ShardFollower on(ShardId shard, Supplier<OwnGroup> owned) {
      ShardRunner<S> runner = new ShardRunner<>(shared, shard, owned);
      runners.put(shard, runner);
      return runner;
    }

    @Override
    public ConsumerCounts counts() {
      long applied = 0;
      long dead = 0;
      for (EnrichmentStatus status : status().values()) {
        applied += status.counters().applied() + status.counters().replayed();
        dead += status.counters().deadLetters();
      }
      return new ConsumerCounts(applied, dead, 0);
    }
  }

  /**
   * Reads the state of a key, on any process.
   *
   * @param key of events
   * @return empty if no event of the key was applied yet
   */
  public Optional<KeyState<S>> state(Bytes key) {
    return states.stored(key).map(Enrichment::keyState);
  }

  private static <S> KeyState<S> keyState(StateRow<S> row) {
    return new KeyState<>(row.state(), Position.unpack(row.position()));
  }

  /** Returns what is going on at the shards that this process owns, as of a moment ago. */
  public Map<Integer, EnrichmentStatus> status() {
    Map<Integer, EnrichmentStatus> found = new TreeMap<>();
    runners.forEach(
        (shard, runner) ->
            runner.status().ifPresent(status -> found.put(shard.number(), status.core())));
    return found;
  }

  /** Returns how many events without a key were skipped, on shards that this process owns. */
  public long withoutKey() {
    return runners.values().stream()
        .flatMap(runner -> runner.status().stream())
        .mapToLong(ShardRunner.ShardStatus::withoutKey)
        .sum();
  }

  /** Returns why shards of this process have stopped for good. */
  public Map<Integer, String> refusals() {
    Map<Integer, String> found = new TreeMap<>();
    runners.forEach(
        (shard, runner) ->
            runner
                .status()
                .flatMap(ShardRunner.ShardStatus::refusal)
                .ifPresent(why -> found.put(shard.number(), why)));
    return found;
  }

  /**
   * Tells why a key waits.
   *
   * @param key of events
   * @return what it does on this process; empty if it has no events here
   */
  public Optional<KeyStatus> why(Bytes key) {
    CatalogStream definition = stream.definition();
    int shard = new ShardPlacement(definition.options().shards()).shardOf(key);
    ShardRunner<S> runner = runners.get(definition.shard(shard));
    return runner == null
        ? Optional.empty()
        : Futures.join(
            runner.statusOf(key).completeOnTimeout(Optional.empty(), 1, TimeUnit.SECONDS));
  }

  /**
   * Reads dead letters of events that are behind the progress of the enrichment.
   *
   * @param shard its number
   * @param from the first position
   * @param max how many at most, from 1 to 10,000
   * @return in the order of their positions
   */
  public List<EnrichmentDeadLetter> deadLetters(int shard, Position from, int max) {
    Checks.between("max", max, 1, LETTERS_MAX);
    return letters(shard).read(from, progress(shard), max);
  }

  /**
   * Appends events of dead letters anew to the stream, whose other consumers see them again, too:
   * so that states in which later events are included take them as new ones. A repeat after a
   * failure appends none twice, as long as the stream remembers idempotency keys.
   *
   * @param shard its number
   * @param positions which; others than dead letters are ignored
   * @return those that were appended; not those of which it is unknown whether they were applied
   */
  public List<Position> redrive(int shard, List<Position> positions) {
    List<EnrichmentDeadLetter> redriven =
        find(shard, positions).stream().filter(letter -> letter.applied() == Applied.NO).toList();
    if (!redriven.isEmpty()) {
      var _ = stream.append(redriven.stream().map(this::again).toList());
    }
    return remove(shard, redriven);
  }

  /**
   * Deletes dead letters permanently.
   *
   * @param shard its number
   * @param positions which; others than dead letters are ignored
   * @return those that existed and are deleted
   */
  public List<Position> discard(int shard, List<Position> positions) {
    return remove(shard, find(shard, positions));
  }

  private List<EnrichmentDeadLetter> find(int shard, List<Position> positions) {
    Position end = progress(shard);
    List<EnrichmentDeadLetter> found = new ArrayList<>();
    for (Position position : positions) {
      letters(shard).read(position, end, 1).stream()
          .filter(letter -> letter.stored().id().position().equals(position))
          .forEach(found::add);
    }
    return found;
  }

  private List<Position> remove(int shard, List<EnrichmentDeadLetter> gone) {
    List<Position> positions =
        gone.stream().map(letter -> letter.stored().id().position()).toList();
    positions.forEach(letters(shard)::remove);
    return positions;
  }

  private Event again(EnrichmentDeadLetter letter) {
    StoredEvent stored = letter.stored();
    Event event = stored.event();
    return new Event(
        event.key(),
        event.time(),
        Optional.of("redriven/" + outputKeys(id) + "/" + stored.id()),
        Optional.empty(),
        event.headers(),
        event.contentType(),
        event.payload());
  }

  private ShardDeadLetters letters(int shard) {
    return new ShardDeadLetters(context.store(), id, shard);
  }

  /** What lies before it is finished, also after a crash. */
  private Position progress(int shard) {
    group.commit(shard, Commit.of(Position.START)); // returns once earlier progress is durable
    ShardId asked = stream.definition().shard(shard);
    return Optional.ofNullable(group.status(Set.of(asked)).get(shard))
        .orElseThrow(() -> new StreamException.Unavailable(asked + ": no answer"))
        .followed();
  }

  /** Ends what runs here; what is not finished is done again when it goes on. */
  @Override
  public void close() {
    consumer.close();
  }
}
