package io.messina.flink.enrichment;

import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link ShardEnrichment} on a task's thread. Answers of the database come by its mailbox,
 * and so does time, by one periodic tick; it waits, by yielding to the mailbox, only while the core
 * takes no further event.
 *
 * <p>A dead letter counts as stored once a checkpoint is complete that has it; until then its key
 * waits, as the next write of the key's row would say that the event was applied, and an event that
 * comes again after a failure would be taken for one that is included. The following events must
 * not wait for that, as the checkpoint barrier is behind them: events that the core does not take
 * are written to an {@link Overflow}.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
final class KeyedEnrichmentOperator<K, E, S, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<E, O>,
        BoundedOneInput,
        EnrichmentEffects<K, UnfinishedEvent<K, E>, S, Put<O>> {

  private static final long serialVersionUID = 1L;
  private static final String OVERFLOW = "events-behind-dead-letters";
  private static final long TICK_MILLIS = 20;

  private final KeyedEnrichment<K, E, S, O> settings;
  private final transient MailboxExecutor mailbox;
  private final transient HeldMarks marks = new HeldMarks();
  private final transient UnsettledLetters letters = new UnsettledLetters();
  private final transient StreamRecord<O> reused = new StreamRecord<>(null);

  /** Events of the checkpoint and of the overflow, which are offered before any others. */
  private final transient Queue<UnfinishedEvent<K, E>> earlier = new ArrayDeque<>();

  private transient ShardEnrichment<K, UnfinishedEvent<K, E>, S, Put<O>> core;
  private transient StateClients.@Nullable Opened<K, S> opened;
  private transient KeyedStateClient<K, S> client;
  private transient Answers answers;
  private transient TypeSerializer<E> serializer;
  private transient UnfinishedEvents<K, E> unfinished;
  private transient Overflow<K, E> overflow;
  private transient boolean copies;
  private transient boolean isRestored;
  private transient boolean checkpoints;

  /** Whether the snapshot that is taken is of a checkpoint whose outcome Flink will tell. */
  private transient boolean outcomeIsTold;

  private transient long arrivals;
  private transient @Nullable String failure;
  private transient volatile EnrichmentStatus status;

  // The base class sets itself up in its constructor; the rest is passed by open.
  @SuppressWarnings({"this-escape", "NullAway.Init"})
  KeyedEnrichmentOperator(
      StreamOperatorParameters<O> parameters, KeyedEnrichment<K, E, S, O> settings) {
    super(parameters);
    this.settings = settings;
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    isRestored = context.isRestored();
    serializer = getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader());
    copies = getExecutionConfig().isObjectReuseEnabled();
    checkpoints =
        CheckpointingOptions.isCheckpointingEnabled(getContainingTask().getJobConfiguration());
    refuseAtLeastOnce();
    PendingCodec<E> codec = new PendingCodec<>(serializer);
    KeyedStateStore store = context.getKeyedStateStore();
    var bytes = BytePrimitiveArraySerializer.INSTANCE;
    unfinished = new UnfinishedEvents<>(keySerializer(), codec, keyGroups());
    overflow =
        new Overflow<>(
            store.getListState(new ListStateDescriptor<>(OVERFLOW, bytes)),
            codec,
            this::setCurrentKey);
    earlier.addAll(unfinished.restore(context.getRawKeyedStateInputs()));
    arrivals = earlier.size() + 1L;
    try (Stream<K> keys =
        this.<K>getKeyedStateBackend().getKeys(OVERFLOW, VoidNamespace.INSTANCE)) {
      overflow.restore(keys, arrivals);
    }
  }

  private void refuseAtLeastOnce() {
    Configuration job = getContainingTask().getJobConfiguration();
    if (checkpoints
        && CheckpointingOptions.getCheckpointingMode(job) == CheckpointingMode.AT_LEAST_ONCE) {
      throw new IllegalArgumentException(
          "checkpointing mode: AT_LEAST_ONCE (expected: EXACTLY_ONCE, unaligned if need be, as an"
              + " event that a checkpoint has must not come again)");
    }
  }

  private TypeSerializer<K> keySerializer() {
    return this.<K>getKeyedStateBackend().getKeySerializer();
  }

  private int keyGroups() {
    return getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
  }

  /** {@link UnfinishedEvents}; it has no timers of Flink, which would be in the same state. */
  @Override
  protected boolean isUsingCustomRawKeyedState() {
    return true;
  }

  @Override
  public void open() throws Exception {
    super.open();
    StateClients.Opened<K, S> states = settings.states().open(settings.generation());
    opened = states;
    client = states.client();
    answers = new Answers(mailbox, this::handle);
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    boolean hasFormer = isRestored || getRuntimeContext().getTaskInfo().getAttemptNumber() > 0;
    core =
        new ShardEnrichment<>(
            settings.coreOptions(),
            new PendingEnricher<>(settings.enricher().get()),
            new ShardStart(
                settings.generation(),
                0,
                hasFormer ? Long.MAX_VALUE : -1,
                client.isComparing(),
                settings.lower()),
            this,
            new SplittableRandom(nanos() + subtask));
    status = core.status();
    new OperatorMetrics(getMetricGroup(), () -> status, this::overflowed);
    var unused =
        getProcessingTimeService().scheduleWithFixedDelay(time -> tick(), TICK_MILLIS, TICK_MILLIS);
    if (!earlier.isEmpty() || !overflow.isEmpty()) {
      mailbox.execute(this::goOn, "events of the checkpoint");
    }
  }

  @Override
  public void processElement(StreamRecord<E> element) throws Exception {
    @SuppressWarnings("unchecked")
    K key = (K) getCurrentKey();
    E event = copies ? serializer.copy(element.getValue()) : element.getValue();
    Long timestamp = element.hasTimestamp() ? (Long) element.getTimestamp() : null;
    UnfinishedEvent<K, E> pending = new UnfinishedEvent<>(key, event, timestamp, ++arrivals);
    while (!offerEarlier() || !tryOffer(pending)) {
      if (awaitsLettersOnly()) {
        overflow.add(pending);
        return;
      }
      mailbox.yield();
      check();
    }
  }

  /** Returns whether all are taken. */
  private boolean offerEarlier() throws Exception {
    while (true) {
      for (UnfinishedEvent<K, E> next = earlier.peek(); next != null; next = earlier.peek()) {
        if (!tryOffer(next)) {
          return false;
        }
        earlier.remove();
      }
      if (overflow.isEmpty()) {
        return true;
      }
      earlier.addAll(overflow.takeKey());
    }
  }

  /** Returns the number of unfinished events in the last checkpoint. */
  int kept() {
    return unfinished.kept();
  }

  /** Returns the number of events that were written to keyed state. */
  long overflowed() {
    return overflow.count();
  }

  private boolean tryOffer(UnfinishedEvent<K, E> pending) {
    EventPosition<E> position = settings.position();
    boolean taken =
        core.offer(
            pending.key,
            position.partitionOf(pending.event),
            position.of(pending.event),
            position.subOf(pending.event),
            pending,
            settings.eventBytes().of(pending.event),
            nanos());
    check();
    return taken;
  }

  /** Returns whether the core continues only once dead letters are durable. */
  private boolean awaitsLettersOnly() {
    return !core.isActive() && answers.isEmpty();
  }

  /** Answers have come. */
  private void handle() throws Exception {
    answers.runAll();
    goOn();
  }

  /** Answers that are here already are no time-outs, though their mail comes behind this one. */
  private void tick() throws Exception {
    answers.runAll();
    core.tick(nanos());
    status = core.status();
    goOn();
  }

  /** The overflow has no events unless older ones are in the core, or wait before it. */
  private void goOn() throws Exception {
    check();
    boolean unused = offerEarlier();
    UnfinishedEvent<K, E> oldest = core.oldestUnfinished();
    UnfinishedEvent<K, E> next = earlier.peek();
    long first = oldest == null ? Long.MAX_VALUE : oldest.arrival;
    marks.release(next == null ? first : Math.min(first, next.arrival), this::pass);
  }

  private void check() {
    String failed = failure;
    if (failed != null) {
      throw new FlinkRuntimeException("the enrichment has stopped: " + failed);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    marks.add(mark, arrivals);
    goOn();
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus mark) throws Exception {
    marks.add(mark, arrivals);
    goOn();
  }

  private void pass(StreamElement mark) throws Exception {
    if (mark instanceof Watermark watermark) {
      super.processWatermark(watermark);
    } else {
      super.processWatermarkStatus((WatermarkStatus) mark);
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
    long until = nanos() + settings.atCheckpoint().drainMax().toNanos();
    while (core.isActive() && nanos() - until < 0) {
      mailbox.yield();
      check();
    }
  }

  /** For a savepoint that does not stop the job, Flink reports neither completion nor abortion. */
  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
      throws Exception {
    SnapshotType type = options.getCheckpointType();
    outcomeIsTold = !type.isSavepoint() || ((SavepointType) type).isSynchronous();
    return super.snapshotState(checkpoint, timestamp, options, storage);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    List<UnfinishedEvent<K, E>> all = new ArrayList<>();
    core.forEachUnfinished((position, pending) -> all.add(pending));
    all.addAll(earlier);
    unfinished.keep(all, context::getRawKeyedOperatorStateOutput);
    if (outcomeIsTold) {
      letters.taken(context.getCheckpointId());
    }
  }

  /** The core is told by a mail, as this may come while it is putting something out. */
  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    stored(letters.complete(checkpoint));
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    super.notifyCheckpointAborted(checkpoint);
    letters.aborted(checkpoint);
  }

  private void stored(List<Long> ids) {
    ids.forEach(id -> answers.add(() -> core.deadLetterStored(id, nanos())));
  }

  /**
   * No further checkpoint is taken before this returns; one that is under way may be complete.
   * Flink reports its outcome once, and the report may get lost, so it is waited for no longer than
   * a checkpoint may take.
   */
  @Override
  public void endInput() throws Exception {
    long until = nanos() + checkpointTimeoutNanos();
    while (!offerEarlier() || core.oldestUnfinished() != null) {
      if (awaitsLettersOnly()) {
        if (!letters.awaitCheckpoint()) {
          stored(letters.takeThoseInNone());
        } else if (nanos() - until >= 0) {
          stored(letters.takeAll());
        }
      }
      mailbox.yield();
      check();
    }
    goOn();
    status = core.status();
  }

  private long checkpointTimeoutNanos() {
    Configuration job = getContainingTask().getJobConfiguration();
    return job.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toNanos();
  }

  @Override
  public void close() throws Exception {
    try {
      StateClients.Opened<K, S> states = opened;
      if (states != null) {
        states.closing().close();
      }
    } finally {
      super.close();
    }
  }

  private long nanos() {
    return settings.ticker().nanoTime();
  }

  @Override
  public void read(K key, long attempt) {
    var unused =
        KeyedEnrichmentOperator.<@Nullable StateRow<S>>asked(() -> client.read(key))
            .whenComplete((row, e) -> told(e, attempt, () -> core.read(attempt, row, nanos())));
  }

  @Override
  public void write(K key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt) {
    var unused =
        asked(() -> client.write(key, expected, row))
            .whenComplete(
                (result, e) -> told(e, attempt, () -> core.written(attempt, result, nanos())));
  }

  /** A client that throws, or gives no stage, has failed to answer. */
  private static <T extends @Nullable Object> CompletionStage<T> asked(
      Supplier<CompletionStage<T>> request) {
    try {
      return Objects.requireNonNull(request.get(), "the client gave no stage");
    } catch (StackOverflowError | RuntimeException | LinkageError | AssertionError e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void told(@Nullable Throwable failed, long attempt, Runnable answer) {
    if (failed == null) {
      answers.add(answer);
    } else {
      Throwable cause = failed.getCause();
      Throwable why = failed instanceof CompletionException && cause != null ? cause : failed;
      answers.add(() -> core.failed(attempt, why, nanos()));
    }
  }

  @Override
  public void emit(K key, long first, long position, Put<O> put) {
    setCurrentKey(key);
    Long timestamp = put.timestampMillis();
    if (timestamp == null) {
      reused.replace(put.output());
      reused.eraseTimestamp();
    } else {
      reused.replace(put.output(), timestamp);
    }
    output.collect(reused);
  }

  @Override
  public void deadLetter(FailedEvent<K, UnfinishedEvent<K, E>> letter, long id) {
    UnfinishedEvent<K, E> pending = letter.event();
    pending.setAside = true;
    setCurrentKey(letter.key());
    Long timestamp = pending.timestampMillis;
    FailedEvent<K, E> dead =
        new FailedEvent<>(
            letter.key(),
            letter.position(),
            pending.event,
            letter.cause(),
            letter.applied(),
            letter.attempts(),
            letter.error());
    output.collect(
        settings.deadLetters(),
        timestamp == null ? new StreamRecord<>(dead) : new StreamRecord<>(dead, timestamp));
    if (checkpoints) {
      letters.add(id);
    } else {
      stored(List.of(id));
    }
  }

  @Override
  public void stopped(String why) {
    failure = why;
  }
}
