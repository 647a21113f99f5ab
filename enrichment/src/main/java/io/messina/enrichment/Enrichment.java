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
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.FollowedShards;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobLetters;
import io.messina.stream.follow.ShardAnswers;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.node.Group;
import io.messina.stream.node.OwnerQuestion;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.NotOwnerException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An enrichment of a stream, at work on the shards that this process owns: each event changes the
 * state of its key once. Every process of a cluster must run it. A group {@code
 * enrichment.NAME.VERSION} of the stream keeps how far it has come. Safe for use by many threads.
 *
 * @param <S> the state of a key
 */
public final class Enrichment<S> implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(30), 0.2);

  private final Context context;
  private final Stream stream;
  private final int shardCount; // also once the stream is deleted
  private final Group group;
  private final KeyedStateClient<Bytes, S> states;
  private final JobDeadLetters letters;
  private final String id;
  private final long generation;
  private final Streams streams;
  private final FollowedShards<EnrichedShard<S>> shards;
  private final Consumer consumer;
  private final Cancellation answering;

  private Enrichment(
      Context context, Streams streams, Stream stream, Group group, EnrichmentJob<S> job) {
    this.context = context;
    this.streams = streams;
    this.stream = stream;
    this.shardCount = stream.definition().options().shards();
    this.group = group;
    CatalogGroup definition = group.definition();
    this.id = definition.stream() + "/" + definition.id();
    this.generation =
        StateGeneration.of(
            definition.stream().generation(), job.version(), definition.id().generation());
    this.letters =
        new JobDeadLetters(
            context.store(),
            OfferedEvents.LAYOUT,
            definition.stream(),
            shardCount,
            definition.id());
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
    FollowTrouble trouble = new FollowTrouble("an enrichment", 1);
    EnrichedShard.Shared<S> shared =
        new EnrichedShard.Shared<>(
            context,
            job,
            id,
            letters,
            generation,
            outputKeys(id),
            (target, events) -> streams.stream(target).appendLater(events),
            trouble);
    this.shards =
        new FollowedShards<>(
            new FollowedShards.Shared(context, trouble, WAIT, BACKOFF, BACKOFF, true),
            shard -> new EnrichedShard<>(shared, shard),
            this::counts);
    this.consumer = group.follow(shards);
    this.answering = streams.answer(id, key -> KeyStatusForm.encode(ownWhy(key)));
  }

  /**
   * Begins, or continues at its position in this version. A version that is new begins with the
   * oldest event of the stream.
   *
   * @param context of the process; its store outlives it
   * @param streams of this process, on the same store; not closed before this
   * @param stream whose events change states
   * @param name of the enrichment, of a letter or digit and then letters, digits, ".", "_" and "-"
   * @param job to run
   * @return to be closed; otherwise it ends with the streams
   * @throws io.messina.runtime.RequestException.NotFound if the stream does not exist
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
   * @param job to run
   * @return to be closed
   * @throws io.messina.runtime.RequestException.NotFound if the stream does not exist
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
   * @param version of its job
   */
  public static GroupName group(String name, int version) {
    return new GroupName("enrichment." + name + "." + version);
  }

  /** Short, for names of any length; two enrichments never share one. */
  private static String outputKeys(String enrichment) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(enrichment.getBytes(StandardCharsets.UTF_8));
      return "enriched/" + HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private ConsumerCounts counts() {
    ShardAnswers<EnrichmentStatus> shown = status();
    return new ConsumerCounts(
        shown.sum(it -> it.counters().applied() + it.counters().replayed()),
        shown.sum(it -> it.counters().deadLetters()),
        0);
  }

  /**
   * Reads the state of a key, on any process.
   *
   * @param key of events
   * @return empty if no event of the key was applied yet: by this version, to this stream
   * @throws io.messina.store.StoreException if the store does not answer, or the exceptions of
   *     another store of states
   */
  public Optional<KeyState<S>> state(Bytes key) {
    return Optional.ofNullable(Futures.join(states.read(key).toCompletableFuture()))
        .filter(row -> row.generation() == generation && row.position() >= 0)
        .map(Enrichment::keyState);
  }

  private static <S> KeyState<S> keyState(StateRow<S> row) {
    return new KeyState<>(row.state(), Position.unpack(row.position()));
  }

  /** Returns the status of the shards that this process owns, as of a moment ago. */
  public ShardAnswers<EnrichmentStatus> status() {
    return ask(shard -> shard.status().map(EnrichedShard.ShardStatus::core));
  }

  /** Returns how many events without a key were skipped, on shards that this process owns. */
  public long withoutKey() {
    return ask(EnrichedShard::status).sum(EnrichedShard.ShardStatus::withoutKey);
  }

  /**
   * Returns why shards of this process have stopped permanently, or end again and again, or that
   * they wait for dead letters to be stored, or outputs to be appended, which fails again and
   * again.
   */
  public ShardAnswers<String> troubles() {
    return ask(EnrichedShard::trouble);
  }

  private <A> ShardAnswers<A> ask(Function<EnrichedShard<S>, Optional<A>> question) {
    return shards.askFormer(IntStream.range(0, shardCount), question);
  }

  /**
   * Returns why a key waits: asks the owner of its shard.
   *
   * @param key of events
   * @return its status; empty if no event of it waits, or the owner does not answer
   */
  public Optional<KeyStatus> why(Bytes key) {
    OwnerQuestion<Optional<KeyStatus>> question =
        (owner, isHere, _) ->
            new OwnerQuestion.Answer<>(
                isHere ? ownWhy(key) : KeyStatusForm.decode(owner.ask(id, key)), List.of());
    return streams.askOwners(List.of(shardOf(key)), question).each().stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  private ShardId shardOf(Bytes key) {
    return new ShardId(group.definition().stream(), new ShardPlacement(shardCount).shardOf(key));
  }

  private Optional<KeyStatus> ownWhy(Bytes key) {
    ShardId owned = shardOf(key);
    if (!group.owned().contains(owned)) {
      throw new NotOwnerException(owned);
    }
    int shard = owned.number();
    return shards.ask(IntStream.of(shard), it -> it.statusOf(key)).answers().values().stream()
        .findFirst()
        .flatMap(it -> Futures.join(it.completeOnTimeout(Optional.empty(), 1, TimeUnit.SECONDS)));
  }

  /** The events that it has set aside. */
  public JobLetters deadLetters() {
    return new JobLetters(
        context.time(),
        letters,
        new AppendAgain(stream, group, "redriven/" + outputKeys(id) + "/"));
  }

  /** Ends it here; events that are not finished are handled again when it continues. */
  @Override
  public void close() {
    answering.cancel();
    consumer.close();
  }
}
