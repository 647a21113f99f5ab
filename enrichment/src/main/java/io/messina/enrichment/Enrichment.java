package io.messina.enrichment;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.OwnGroup;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
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

  private final Context context;
  private final Stream stream;
  private final Group group;
  private final KeyedStateClient<Bytes, S> states;
  private final String id;
  private final long generation;
  private final Map<ShardId, ShardRunner<S>> runners = new ConcurrentHashMap<>();
  private final Map<ShardId, ShardEnds> ends = new ConcurrentHashMap<>();
  private final Consumer consumer;

  private Enrichment(
      Context context, Streams streams, Stream stream, Group group, EnrichmentJob<S> job) {
    this.context = context;
    this.stream = stream;
    this.group = group;
    CatalogGroup definition = group.definition();
    this.id = definition.stream() + "/" + definition.id();
    this.generation =
        StateGeneration.of(
            definition.stream().generation(), job.version(), definition.id().generation());
    this.states =
        job.states()
            .open(
                new States.Owner(
                    context,
                    id,
                    generation,
                    () -> {
                      throw new IllegalStateException("only owners of shards write states");
                    }));
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
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
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
   * Begins with the clocks of the machine.
   *
   * @param store of the streams; it outlives them
   * @param streams of this process; not closed before this
   * @param stream whose events change states
   * @param name as above
   * @param job what to do
   * @return to be closed
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
   * @throws io.messina.store.StoreException if the tables cannot be created
   * @param <S> the state of a key
   */
  public static <S> Enrichment<S> start(
      Store store, Streams streams, StreamName stream, String name, EnrichmentJob<S> job) {
    return start(Context.ofMachine(store, "messina-" + name + "-"), streams, stream, name, job);
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

  private ShardEnds ends(ShardId shard) {
    return ends.computeIfAbsent(shard, any -> new ShardEnds());
  }

  private final class Runners implements ShardFollower.Factory {

    private final ShardRunner.Shared<S> shared;

    Runners(ShardRunner.Shared<S> shared) {
      this.shared = shared;
    }

    @Override
    public ShardFollower on(ShardId shard, Supplier<OwnGroup> owned) {
      ShardRunner<S> runner = new ShardRunner<>(shared, shard, owned, ends(shard));
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
   * @return empty if no event of the key was applied yet: by this version, to this stream
   * @throws io.messina.store.StoreException if the store does not answer, or what else the states
   *     are stored by throws
   */
  public Optional<KeyState<S>> state(Bytes key) {
    return Optional.ofNullable(Futures.join(states.read(key).toCompletableFuture()))
        .filter(row -> row.generation() == generation && row.position() >= 0)
        .map(Enrichment::keyState);
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

  /**
   * Returns why shards of this process have stopped for good or end again and again, or that they
   * wait for dead letters to be stored, or outputs to be appended, which fails again and again.
   */
  public Map<Integer, String> troubles() {
    Map<Integer, String> found = new TreeMap<>();
    runners.forEach(
        (shard, runner) ->
            ends(shard)
                .trouble()
                .or(() -> runner.status().flatMap(ShardRunner.ShardStatus::trouble))
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

  /** The events that it has set aside. */
  public EnrichmentDeadLetters deadLetters() {
    return new EnrichmentDeadLetters(
        context, stream, group, id, "redriven/" + outputKeys(id) + "/");
  }

  /** Ends what runs here; what is not finished is done again when it goes on. */
  @Override
  public void close() {
    consumer.close();
  }
}
