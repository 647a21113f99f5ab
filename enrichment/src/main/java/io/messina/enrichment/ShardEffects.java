package io.messina.enrichment;

import io.messina.api.DeathCause;
import io.messina.api.StreamName;
import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.StateRow;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.StoreException;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.node.AppendResult;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the effects of the enrichment of a shard: requests to the database, outputs and dead
 * letters. Answers, of any thread, become mail that the thread of the shard handles.
 *
 * @param <S> the state of a key
 */
final class ShardEffects<S>
    implements EnrichmentEffects<Bytes, StoredEvent, S, List<Output>>,
        Outbox.Shell,
        LetterWriter.Shell {

  private static final Logger LOG = LoggerFactory.getLogger(ShardEffects.class);

  private final EnrichedShard.Shared<S> shared;
  private final ShardId shard;
  private final OwnGroup own;
  private final Runnable wake;
  private final KeyedStateClient<Bytes, S> states;
  private final LetterWriter deadLetters;
  private final Outbox outbox;
  private final Queue<Consumer<ShardEnrichment<Bytes, StoredEvent, S, List<Output>>>> mail =
      new ConcurrentLinkedQueue<>();
  private volatile boolean closed;
  private @Nullable String refusal;

  /**
   * Nothing is in progress.
   *
   * @param wake is called when mail has come
   */
  ShardEffects(EnrichedShard.Shared<S> shared, ShardId shard, OwnGroup own, Runnable wake) {
    this.shared = shared;
    this.shard = shard;
    this.own = own;
    this.wake = wake;
    this.states =
        shared
            .job()
            .states()
            .open(
                new States.Owner(
                    shared.context(),
                    shared.enrichment(),
                    shared.generation(),
                    own::nextTimestampMicros));
    this.deadLetters =
        new LetterWriter(shared.context(), shared.letters(), own::mayAcknowledge, this);
    this.outbox =
        new Outbox(
            this,
            shared.outputKeys() + "/" + shard.number() + "/",
            shared.job().options().buffer().bytes());
  }

  boolean isComparing() {
    return states.isComparing();
  }

  boolean isMailEmpty() {
    return mail.isEmpty();
  }

  void handleMail(ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core) {
    for (var next = mail.poll(); next != null; next = mail.poll()) {
      next.accept(core);
    }
  }

  /** Tells the enrichment something, soon, on the thread of the shard. */
  void tell(Consumer<ShardEnrichment<Bytes, StoredEvent, S, List<Output>>> answer) {
    mail.add(answer);
    wake.run();
  }

  @Override
  public void post(Runnable task) {
    tell(_ -> task.run());
  }

  @Override
  public void postAfter(Duration delay, Runnable task) {
    var _ = shared.context().time().schedule(delay, () -> post(task));
  }

  @Override
  public Duration jitter(ExponentialBackoff backoff, int failures) {
    return backoff.after(failures, shared.context().random());
  }

  @Override
  public CompletableFuture<AppendResult> append(StreamName target, List<Event> events) {
    return shared.appends().append(target, events);
  }

  @Override
  public void read(Bytes key, long attempt) {
    var _ =
        ShardEffects.<@Nullable StateRow<S>>asked(() -> states.read(key))
            .whenComplete((row, e) -> answer(e, attempt, core -> core.read(attempt, row, nanos())));
  }

  @Override
  public void write(Bytes key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt) {
    var _ =
        asked(() -> states.write(key, expected, row))
            .whenComplete(
                (result, e) -> answer(e, attempt, core -> core.written(attempt, result, nanos())));
  }

  /** A client that throws, or gives nothing, has failed to answer. */
  private static <T extends @Nullable Object> CompletionStage<T> asked(
      Supplier<CompletionStage<T>> request) {
    try {
      return Objects.requireNonNull(request.get(), "the client has answered null");
    } catch (Throwable e) {
      if (EventGuard.isOfEvent(e) || e instanceof StoreException || e instanceof RequestException) {
        return CompletableFuture.failedFuture(e);
      }
      throw e;
    }
  }

  private void answer(
      @Nullable Throwable failed,
      long attempt,
      Consumer<ShardEnrichment<Bytes, StoredEvent, S, List<Output>>> answer) {
    if (failed == null) {
      tell(answer);
    } else {
      Throwable cause =
          failed instanceof CompletionException && failed.getCause() != null
              ? failed.getCause()
              : failed;
      tell(core -> core.failed(attempt, cause, nanos()));
    }
  }

  @Override
  public void emit(Bytes key, long first, long position, List<Output> outputs) {
    outbox.add(first, position, outputs);
  }

  /** Begins to append the outputs that wait. */
  void flush() {
    outbox.flush();
  }

  /** Returns whether so many outputs wait that no event should be offered. */
  boolean isFull() {
    return outbox.isFull();
  }

  /** Returns the lowest position with an output that is not appended yet. */
  long oldest() {
    return outbox.oldest();
  }

  @Override
  public void deadLetter(FailedEvent<Bytes, StoredEvent> letter, long id) {
    Letter dead =
        new Letter(
            letter.event(),
            DeathCause.valueOf(letter.cause().name()),
            Optional.of(letter.applied().name().toLowerCase(Locale.ROOT)),
            letter.attempts(),
            letter.error(),
            shared.context().time().wall().instant());
    deadLetters.begin(
        dead, own.nextTimestampMicros(), () -> tell(core -> core.deadLetterStored(id, nanos())));
  }

  @Override
  public void stopped(String why) {
    LOG.error("{}: the enrichment has stopped: {}", shard, why);
    refusal = why;
  }

  /** Returns why it has stopped, or which writes fail again and again; empty if neither. */
  Optional<String> trouble() {
    return Optional.ofNullable(refusal).or(deadLetters::trouble).or(outbox::trouble);
  }

  private long nanos() {
    return shared.context().time().nanoTime();
  }

  /** The shard is lost: called by mail. */
  @Override
  public void stop() {
    throw new NotOwnerException(shard);
  }

  @Override
  public boolean isStopped() {
    return closed;
  }

  /** Dead letters that are not stored yet are not tried again. */
  void close() {
    closed = true;
  }
}
