package io.messina.flink.enrichment;

import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import io.messina.flink.enrichment.PendingCodec.Kept;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
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
 * comes again after a failure would be taken for one that is included.
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
  private static final String STATE = "unfinished-events";
  private static final long TICK_MILLIS = 20;

  private final KeyedEnrichment<K, E, S, O> settings;
  private final transient MailboxExecutor mailbox;
  private final transient Queue<UnfinishedEvent<K, E>> restored = new ArrayDeque<>();
  private final transient HeldMarks marks = new HeldMarks();

  /** The ids of dead letters that are put out, and not yet in a checkpoint that is complete. */
  private final transient List<Long> letters = new ArrayList<>();

  private final transient NavigableMap<Long, List<Long>> lettersAt = new TreeMap<>();
  private final transient StreamRecord<O> reused = new StreamRecord<>(null);

  private transient ShardEnrichment<K, UnfinishedEvent<K, E>, S, Put<O>> core;
  private transient StateClients.@Nullable Opened<K, S> opened;
  private transient KeyedStateClient<K, S> client;
  private transient Answers answers;
  private transient TypeSerializer<E> serializer;
  private transient PendingCodec<E> codec;
  private transient ValueState<byte[]> unfinished;
  private transient Set<K> keptKeys;
  private transient boolean copies;
  private transient boolean isRestored;
  private transient boolean checkpoints;
  private transient long arrivals;
  private transient @Nullable String failure;
  private transient volatile EnrichmentStatus status;

  // The base class sets itself up in its constructor; what else there is comes by open.
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
    codec = new PendingCodec<>(serializer);
    checkpoints =
        CheckpointingOptions.isCheckpointingEnabled(getContainingTask().getJobConfiguration());
    copies = getExecutionConfig().isObjectReuseEnabled();
    unfinished =
        context
            .getKeyedStateStore()
            .getState(new ValueStateDescriptor<>(STATE, BytePrimitiveArraySerializer.INSTANCE));
    keptKeys = new HashSet<>();
    try (Stream<K> keys = this.<K>getKeyedStateBackend().getKeys(STATE, VoidNamespace.INSTANCE)) {
      keys.forEach(keptKeys::add);
    }
    for (K key : keptKeys) {
      setCurrentKey(key);
      byte[] bytes = unfinished.value();
      if (bytes != null) {
        for (Kept<E> kept : codec.decode(bytes)) {
          restored.add(
              new UnfinishedEvent<>(key, kept.event(), kept.timestampMillis(), ++arrivals));
        }
      }
    }
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
            new ShardStart(settings.generation(), 0, hasFormer ? Long.MAX_VALUE : -1),
            this,
            new SplittableRandom(nanos() + subtask));
    status = core.status();
    new OperatorMetrics(getMetricGroup(), () -> status);
    var unused =
        getProcessingTimeService().scheduleWithFixedDelay(time -> tick(), TICK_MILLIS, TICK_MILLIS);
    if (!restored.isEmpty()) {
      mailbox.execute(this::offerRestored, "events of the checkpoint");
    }
  }

  @Override
  public void processElement(StreamRecord<E> element) throws Exception {
    @SuppressWarnings("unchecked")
    K key = (K) getCurrentKey();
    offerRestored();
    E event = copies ? serializer.copy(element.getValue()) : element.getValue();
    offer(
        new UnfinishedEvent<>(
            key, event, element.hasTimestamp() ? (Long) element.getTimestamp() : null, ++arrivals));
  }

  /** While one is offered others may be handled by mails, so the first stays until it is taken. */
  private void offerRestored() throws Exception {
    for (UnfinishedEvent<K, E> next = restored.peek(); next != null; next = restored.peek()) {
      if (tryOffer(next)) {
        restored.remove(next);
      } else {
        awaitMail();
      }
    }
  }

  private void offer(UnfinishedEvent<K, E> pending) throws Exception {
    while (!tryOffer(pending)) {
      awaitMail();
    }
  }

  private boolean tryOffer(UnfinishedEvent<K, E> pending) {
    long position = settings.position().of(pending.event);
    int bytes = settings.eventBytes().of(pending.event);
    boolean taken = core.offer(pending.key, position, pending, bytes, nanos());
    check();
    return taken;
  }

  /** If only dead letters are waited for, no checkpoint can come, as this element is before it. */
  private void awaitMail() throws Exception {
    if (core.isActive()) {
      mailbox.yield();
    } else {
      storeLetters();
    }
    check();
  }

  /** Answers have come. */
  private void handle() throws Exception {
    answers.runAll();
    goOn();
  }

  private void tick() throws Exception {
    core.tick(nanos());
    status = core.status();
    goOn();
  }

  private void goOn() throws Exception {
    check();
    UnfinishedEvent<K, E> oldest = core.oldestUnfinished();
    UnfinishedEvent<K, E> next = restored.peek();
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

  /** What an earlier checkpoint kept is cleared, or finished events would be asked again. */
  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    Map<K, List<UnfinishedEvent<K, E>>> byKey = new LinkedHashMap<>();
    core.forEachUnfinished((position, pending) -> keep(pending, byKey));
    restored.forEach(pending -> keep(pending, byKey));
    for (K key : keptKeys) {
      if (!byKey.containsKey(key)) {
        setCurrentKey(key);
        unfinished.clear();
      }
    }
    for (Map.Entry<K, List<UnfinishedEvent<K, E>>> kept : byKey.entrySet()) {
      setCurrentKey(kept.getKey());
      unfinished.update(codec.encode(kept.getValue()));
    }
    keptKeys = new HashSet<>(byKey.keySet());
    if (!letters.isEmpty()) {
      lettersAt.put(context.getCheckpointId(), List.copyOf(letters));
      letters.clear();
    }
  }

  private void keep(UnfinishedEvent<K, E> pending, Map<K, List<UnfinishedEvent<K, E>>> byKey) {
    if (!pending.setAside) {
      byKey.computeIfAbsent(pending.key, any -> new ArrayList<>()).add(pending);
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    NavigableMap<Long, List<Long>> complete = lettersAt.headMap(checkpoint, true);
    complete.values().forEach(ids -> ids.forEach(id -> core.deadLetterStored(id, nanos())));
    complete.clear();
    goOn();
  }

  @Override
  public void endInput() throws Exception {
    offerRestored();
    while (core.oldestUnfinished() != null) {
      awaitMail();
    }
    goOn();
  }

  /** No checkpoint will be complete while this is waited for. */
  private void storeLetters() throws Exception {
    lettersAt.values().forEach(letters::addAll);
    lettersAt.clear();
    List<Long> ids = List.copyOf(letters);
    letters.clear();
    ids.forEach(id -> core.deadLetterStored(id, nanos()));
    goOn();
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
        client
            .read(key)
            .whenComplete((row, e) -> told(e, attempt, () -> core.read(attempt, row, nanos())));
  }

  @Override
  public void write(K key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt) {
    var unused =
        client
            .write(key, expected, row)
            .whenComplete(
                (result, e) -> told(e, attempt, () -> core.written(attempt, result, nanos())));
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
  public void emit(K key, long position, Put<O> put) {
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
      answers.add(() -> core.deadLetterStored(id, nanos()));
    }
  }

  @Override
  public void stopped(String why) {
    failure = why;
  }
}
