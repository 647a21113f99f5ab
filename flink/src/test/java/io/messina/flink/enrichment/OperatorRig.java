package io.messina.flink.enrichment;

import io.messina.enrich.Enricher;
import io.messina.enrich.FailedEvent;
import io.messina.flink.Click;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableSupplier;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * An operator on a table in memory, with a clock that a test turns.
 *
 * @param <S> a state
 */
final class OperatorRig<S> implements AutoCloseable {

  static final OutputTag<FailedEvent<String, Click>> LETTERS =
      new OutputTag<>("letters", TypeInformation.of(new TypeHint<FailedEvent<String, Click>>() {}));
  static final int KEY_GROUPS = 8;

  // The settings are copied as they are shipped, so what a test looks at is static.
  private static HeldRows<?> shared = new HeldRows<>();
  private static final AtomicLong NANOS = new AtomicLong();

  final HeldRows<S> table;
  private final KeyedOneInputStreamOperatorTestHarness<String, Click, String> harness;
  private boolean waits;

  OperatorRig(
      HeldRows<S> table,
      SerializableSupplier<Enricher<String, Click, S, String>> enricher,
      UnaryOperator<KeyedEnrichment<String, Click, S, String>> settings,
      Consumer<Configuration> job,
      Place place,
      OperatorSubtaskState... states)
      throws Exception {
    this(table, enricher, click -> click.position, settings, job, place, states);
  }

  @SuppressWarnings(
      "StaticAssignmentInConstructor") // the operator, which is copied, finds it there
  OperatorRig(
      HeldRows<S> table,
      SerializableSupplier<Enricher<String, Click, S, String>> enricher,
      EventPosition<Click> position,
      UnaryOperator<KeyedEnrichment<String, Click, S, String>> settings,
      Consumer<Configuration> job,
      Place place,
      OperatorSubtaskState... states)
      throws Exception {
    this.table = table;
    shared = table;
    KeyedEnrichment<String, Click, S, String> base =
        KeyedEnrichment.<String, Click, S, String>of(
                enricher,
                generation -> new StateClients.Opened<>(OperatorRig.<S>shared(), () -> {}),
                position)
            .ticker(NANOS::get);
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedEnrichmentFactory<>(settings.apply(base)),
            click -> click.user,
            Types.STRING,
            KEY_GROUPS,
            place.parallelism,
            place.subtask);
    job.accept(harness.getEnvironment().getJobConfiguration());
    harness
        .getStreamConfig()
        .setupNetworkInputs(
            Types.POJO(Click.class)
                .createSerializer(harness.getExecutionConfig().getSerializerConfig()));
    harness.getStreamConfig().serializeAllConfigs();
    harness.setup(
        Types.STRING.createSerializer(harness.getExecutionConfig().getSerializerConfig()));
    if (states.length == 0) {
      harness.initializeEmptyState();
    } else {
      harness.initializeState(
          KeyedOneInputStreamOperatorTestHarness.repartitionOperatorState(
              KeyedOneInputStreamOperatorTestHarness.repackageState(states),
              KEY_GROUPS,
              states.length,
              place.parallelism,
              place.subtask));
    }
    harness.open();
    mails();
  }

  /** Which subtask it is, of how many. */
  record Place(int subtask, int parallelism) {

    static final Place ALONE = new Place(0, 1);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that of the rig
  private static <S> HeldRows<S> shared() {
    return (HeldRows<S>) shared;
  }

  static OperatorRig<Long> fresh(
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings) throws Exception {
    return of(settings, OperatorRig::checkpoints);
  }

  /** One whose dead letters go to the side output. */
  static OperatorRig<Long> withLetters() throws Exception {
    return fresh(settings -> settings.deadLetters(LETTERS));
  }

  /** One in a job with other settings, such as without checkpoints. */
  static OperatorRig<Long> of(
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings,
      Consumer<Configuration> job)
      throws Exception {
    return new OperatorRig<>(new HeldRows<>(), ClickCounts::new, settings, job, Place.ALONE);
  }

  static void checkpoints(Configuration job) {
    job.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
  }

  static OperatorRig<Long> fresh() throws Exception {
    return fresh(settings -> settings);
  }

  /** A subtask that begins with what subtasks of a former job have left. */
  static OperatorRig<Long> restored(
      HeldRows<Long> table, int parallelism, int subtask, OperatorSubtaskState... states)
      throws Exception {
    return restored(table, settings -> settings.deadLetters(LETTERS), parallelism, subtask, states);
  }

  /** The same with other settings. */
  static OperatorRig<Long> restored(
      HeldRows<Long> table,
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings,
      int parallelism,
      int subtask,
      OperatorSubtaskState... states)
      throws Exception {
    return new OperatorRig<>(
        table,
        ClickCounts::new,
        settings,
        OperatorRig::checkpoints,
        new Place(subtask, parallelism),
        states);
  }

  void offer(Click click) throws Exception {
    offerOnly(click);
    mails();
  }

  /** An event comes, and no mail is handled unless the operator waits. */
  void offerOnly(Click click) throws Exception {
    harness.processElement(new StreamRecord<>(click, click.position * 10));
  }

  /**
   * Does something in which the operator may wait, and meanwhile, as often as it takes a mail, what
   * lets it go on.
   */
  void working(Runnable meanwhile, ThrowingRunnable<Exception> action) throws Exception {
    waits = true;
    post(meanwhile);
    try {
      action.run();
    } finally {
      waits = false;
    }
    mails();
  }

  private void post(Runnable meanwhile) {
    harness
        .getTaskMailbox()
        .put(
            new Mail(
                () -> {
                  if (waits) {
                    meanwhile.run();
                    post(meanwhile);
                  }
                },
                TaskMailbox.MAX_PRIORITY,
                "meanwhile"));
  }

  void watermark(long millis) throws Exception {
    harness.processWatermark(millis);
    mails();
  }

  /** The database answers what it was asked, until nothing is under way. */
  void answerAll() throws Exception {
    while (table.underWay() > 0) {
      answer();
    }
  }

  /** The database answers what it was asked so far. */
  void answer() throws Exception {
    table.answerAll();
    mails();
  }

  /** The database answers at once, by a thread of its own, while an operator waits for it. */
  void answering(ThrowingRunnable<Exception> waiting) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Thread database =
        new Thread(
            () -> {
              while (!over.get()) {
                table.answerAll();
                Thread.onSpinWait();
              }
            });
    database.start();
    try {
      waiting.run();
    } finally {
      over.set(true);
      database.join();
    }
  }

  void pass(Duration time) throws Exception {
    tickOnly(time);
    mails();
  }

  /** Time passes for all operators, at whose next tick it shows. */
  static void passed(Duration time) {
    var unused = NANOS.addAndGet(time.toNanos());
  }

  /** Time passes, and no mail is handled. */
  void tickOnly(Duration time) throws Exception {
    passed(time);
    harness.setProcessingTime(harness.getProcessingTime() + time.toMillis());
  }

  /** The same as a mail. */
  void tickInBetween(Duration time) {
    try {
      tickOnly(time);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its periodic tick. */
  void tick() throws Exception {
    harness.setProcessingTime(harness.getProcessingTime() + 20);
  }

  OperatorSubtaskState checkpoint(long id) throws Exception {
    beforeBarrier(id);
    return snapshot(id);
  }

  void beforeBarrier(long id) throws Exception {
    harness.prepareSnapshotPreBarrier(id);
  }

  OperatorSubtaskState snapshot(long id) throws Exception {
    return harness.snapshot(id, id);
  }

  /** A snapshot whose outcome is told to nobody, as the job goes on behind it. */
  OperatorSubtaskState savepoint(long id) throws Exception {
    return harness
        .snapshotWithLocalState(id, id, SavepointType.savepoint(SavepointFormatType.NATIVE))
        .getJobManagerOwnedState();
  }

  void complete(long checkpoint) throws Exception {
    harness.notifyOfCompletedCheckpoint(checkpoint);
    mails();
  }

  /** As while the operator puts something out, where downstream operators run urgent mails. */
  void completeInBetween(long checkpoint) {
    try {
      harness.notifyOfCompletedCheckpoint(checkpoint);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its mail waits until the operator takes one. */
  void mailComplete(long checkpoint) {
    harness
        .getTaskMailbox()
        .put(
            new Mail(
                () -> harness.notifyOfCompletedCheckpoint(checkpoint),
                TaskMailbox.MAX_PRIORITY,
                "checkpoint complete"));
  }

  void abort(long checkpoint) throws Exception {
    harness.getOperator().notifyCheckpointAborted(checkpoint);
  }

  void endInput() throws Exception {
    harness.endInput();
  }

  /** How many events had to go into keyed state as only dead letters were waited for. */
  long overflowed() {
    return ((KeyedEnrichmentOperator<?, ?, ?, ?>) harness.getOperator()).overflowed();
  }

  /** How many events the last checkpoint has, and how many keys are in the overflow. */
  int kept() {
    return ((KeyedEnrichmentOperator<?, ?, ?, ?>) harness.getOperator()).kept()
        + harness.numKeyedStateEntries();
  }

  List<String> outputs() {
    return harness.getOutput().stream().map(Object::toString).toList();
  }

  List<String> values() {
    return List.copyOf(harness.extractOutputValues());
  }

  /** Takes what it has put out since the last time. */
  List<Object> takeOutputs() {
    List<Object> taken = List.copyOf(harness.getOutput());
    harness.getOutput().clear();
    return taken;
  }

  /** Takes the dead letters since the last time. */
  List<FailedEvent<String, Click>> takeLetters() {
    var letters = harness.getSideOutput(LETTERS);
    if (letters == null) {
      return List.of();
    }
    List<FailedEvent<String, Click>> taken = letters.stream().map(StreamRecord::getValue).toList();
    letters.clear();
    return taken;
  }

  List<String> letters() {
    var letters = harness.getSideOutput(LETTERS);
    return letters == null
        ? List.of()
        : letters.stream()
            .map(StreamRecord::getValue)
            .map(letter -> letter.event() + " " + letter.cause() + " " + letter.applied())
            .toList();
  }

  /** Handles the mails that have come. */
  void mails() throws Exception {
    TaskMailbox mailbox = harness.getTaskMailbox();
    for (var mail = mailbox.tryTake(0); mail.isPresent(); mail = mailbox.tryTake(0)) {
      Mail next = mail.get();
      next.run();
    }
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception e) {
      throw new IllegalStateException("the operator does not close", e);
    }
  }
}
