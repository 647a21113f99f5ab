package io.messina.flink.enrichment;

import io.messina.enrich.Enricher;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyFull;
import io.messina.enrich.LastAttempt;
import io.messina.enrich.NewGeneration;
import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The enrichment of a keyed stream: for each key its row is read, its events are applied, and the
 * row is written, by one request at a time; events that come in the meantime share the next round.
 * Outputs of a key come in the order of its events, with their timestamps. A watermark waits for
 * the events before it.
 *
 * <p>Each event changes the state once, also after a failure, as the row holds the position of the
 * last event in it. Outputs are as exact as the job's checkpoints and sinks make them. Checkpoints
 * have to be of the mode {@code EXACTLY_ONCE}. They hold unfinished events as the serializer of
 * their type wrote them: before that type changes, stop the job with a drain.
 *
 * <p>Immutable: each method returns a changed copy.
 *
 * @param <K> a key, with {@code equals} and {@code hashCode} of a value
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
public final class KeyedEnrichment<K, E, S, O> implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * The bounds of each subtask unless others are set: the bounds of {@link
   * EnrichmentOptions#DEFAULT}, except for a buffer of 4 MiB. More events that wait would not be
   * merged more often, are in no cache of the processor, and make checkpoints larger.
   */
  public static final EnrichmentOptions OPTIONS =
      EnrichmentOptions.DEFAULT.buffer(
          new EnrichmentOptions.Buffer(
              4 << 20,
              EnrichmentOptions.Buffer.DEFAULT.keyEvents(),
              EnrichmentOptions.Buffer.DEFAULT.keyFull(),
              EnrichmentOptions.Buffer.DEFAULT.roundEvents()));

  /** The assumed memory of an event, unless another size is given. */
  private static final int EVENT_BYTES = 512;

  private final SerializableSupplier<Enricher<K, E, S, O>> enricher;
  private final StateClients<K, S> states;
  private final EventPosition<E> position;
  private long generation = 1;
  private NewGeneration lower = NewGeneration.KEEP;
  private EnrichmentOptions options = OPTIONS;
  private AtCheckpoint atCheckpoint = AtCheckpoint.BUFFER;
  private EventBytes<E> eventBytes = event -> EVENT_BYTES;
  private @Nullable OutputTag<FailedEvent<K, E>> deadLetters;
  private Ticker ticker = SystemTicker.INSTANCE;

  private KeyedEnrichment(
      SerializableSupplier<Enricher<K, E, S, O>> enricher,
      StateClients<K, S> states,
      EventPosition<E> position) {
    this.enricher = enricher;
    this.states = states;
    this.position = position;
  }

  private KeyedEnrichment<K, E, S, O> with(Consumer<KeyedEnrichment<K, E, S, O>> change) {
    KeyedEnrichment<K, E, S, O> copy = new KeyedEnrichment<>(enricher, states, position);
    copy.generation = generation;
    copy.lower = lower;
    copy.options = options;
    copy.atCheckpoint = atCheckpoint;
    copy.eventBytes = eventBytes;
    copy.deadLetters = deadLetters;
    copy.ticker = ticker;
    change.accept(copy);
    return copy;
  }

  /**
   * About how much memory an event takes.
   *
   * @param <E> an event
   */
  @FunctionalInterface
  public interface EventBytes<E> extends Serializable {

    /**
     * Estimates an event.
     *
     * @param event any
     * @return bytes, from 0
     */
    int of(E event);
  }

  /**
   * An enrichment with {@link #OPTIONS}: 100 permits for each subtask, six attempts, a buffer of 4
   * MiB, and a cache of 64 MiB for two minutes; the job fails at the first event that cannot be
   * applied.
   *
   * @param enricher makes the enricher; called once for each subtask and attempt
   * @param states where they are stored
   * @param position of an event in its source
   * @param <K> a key
   * @param <E> an event
   * @param <S> the state of a key
   * @param <O> an output
   */
  public static <K, E, S, O> KeyedEnrichment<K, E, S, O> of(
      SerializableSupplier<Enricher<K, E, S, O>> enricher,
      StateClients<K, S> states,
      EventPosition<E> position) {
    return new KeyedEnrichment<>(enricher, states, position);
  }

  /**
   * Sets the generation of positions: a higher one than before if they begin again, as in a stream
   * that was created again. States of lower ones stay, and no event counts as included in them; a
   * row of a higher one than this stops the job.
   *
   * @param number from 1, which is the default
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> generation(long number) {
    return generation(number, NewGeneration.KEEP);
  }

  /**
   * Sets the generation, and the treatment of states of lower generations. To compute all states
   * again, begin without the job's state at the oldest event, with a higher number than before and
   * {@link NewGeneration#AFRESH}: the first event of each key overwrites its row.
   *
   * @param number from 1, which is the default
   * @param states of lower ones; they stay unless set otherwise
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> generation(long number, NewGeneration states) {
    if (number < 1) {
      throw new IllegalArgumentException("generation: " + number + " (expected: from 1)");
    }
    return with(
        copy -> {
          copy.generation = number;
          copy.lower = states;
        });
  }

  /**
   * Sets the bounds of each subtask. The treatment of events after the last attempt is decided by
   * {@link #deadLetters} alone.
   *
   * @param choice permits, retries, buffer and cache
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> options(EnrichmentOptions choice) {
    return with(copy -> copy.options = choice);
  }

  /**
   * Sets the treatment of unfinished events as a checkpoint is taken.
   *
   * @param choice {@link AtCheckpoint#BUFFER} by default
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> atCheckpoint(AtCheckpoint choice) {
    return with(copy -> copy.atCheckpoint = choice);
  }

  /**
   * Sets how much memory an event takes, by which the buffer is bounded. Where events are much
   * larger than is said here, the buffer takes more memory than the task has.
   *
   * @param bytes 512 by default
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> eventBytes(EventBytes<E> bytes) {
    return with(copy -> copy.eventBytes = bytes);
  }

  /**
   * Puts events that fail to a side output, and continues. The key of such an event waits for the
   * next checkpoint; events for which there is no room until then are kept in keyed state.
   *
   * @param tag of the side output
   * @return changed settings
   */
  public KeyedEnrichment<K, E, S, O> deadLetters(OutputTag<FailedEvent<K, E>> tag) {
    return with(copy -> copy.deadLetters = tag);
  }

  KeyedEnrichment<K, E, S, O> ticker(Ticker clock) {
    return with(copy -> copy.ticker = clock);
  }

  /**
   * Enriches a stream.
   *
   * @param events by key
   * @param outputs their type
   * @param name of the operator
   * @return the outputs; give it a {@code uid}, so that savepoints find it
   * @throws IllegalArgumentException if events of a full key shall become dead letters, and no
   *     output for these is set
   */
  public SingleOutputStreamOperator<O> enrich(
      KeyedStream<E, K> events, TypeInformation<O> outputs, String name) {
    if (deadLetters == null && options.buffer().keyFull() == KeyFull.DEAD_LETTER) {
      throw new IllegalArgumentException(
          "dead letters: no output (expected: one, as events of a full key become dead letters)");
    }
    return events.transform(name, outputs, new KeyedEnrichmentFactory<>(this));
  }

  SerializableSupplier<Enricher<K, E, S, O>> enricher() {
    return enricher;
  }

  StateClients<K, S> states() {
    return states;
  }

  EventPosition<E> position() {
    return position;
  }

  long generation() {
    return generation;
  }

  NewGeneration lower() {
    return lower;
  }

  EnrichmentOptions coreOptions() {
    return options.lastAttempt(deadLetters == null ? LastAttempt.STOP : LastAttempt.DEAD_LETTER);
  }

  AtCheckpoint atCheckpoint() {
    return atCheckpoint;
  }

  EventBytes<E> eventBytes() {
    return eventBytes;
  }

  /** The side output. Dead letters come only where there is one. */
  OutputTag<FailedEvent<K, E>> deadLetters() {
    OutputTag<FailedEvent<K, E>> tag = deadLetters;
    if (tag == null) {
      throw new IllegalStateException("dead letters: no output");
    }
    return tag;
  }

  Ticker ticker() {
    return ticker;
  }
}
