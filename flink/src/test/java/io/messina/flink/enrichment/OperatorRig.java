package io.messina.flink.enrichment;

import io.messina.enrich.DeadLetter;
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
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingRunnable;

/** An operator on a table in memory, with a clock that a test turns. */
final class OperatorRig implements AutoCloseable {

  static final OutputTag<DeadLetter<String, Click>> LETTERS =
      new OutputTag<>("letters", TypeInformation.of(new TypeHint<DeadLetter<String, Click>>() {}));
  static final int KEY_GROUPS = 8;

  // The settings are copied as they are shipped, so what a test looks at is static.
  private static HeldRows shared = new HeldRows();
  private static final AtomicLong NANOS = new AtomicLong();

  final HeldRows table;
  private final KeyedOneInputStreamOperatorTestHarness<String, Click, String> harness;

  @SuppressWarnings(
      "StaticAssignmentInConstructor") // the operator, which is copied, finds it there
  private OperatorRig(
      HeldRows table,
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings,
      Consumer<Configuration> job,
      int parallelism,
      int subtask,
      OperatorSubtaskState... states)
      throws Exception {
    this.table = table;
    shared = table;
    KeyedEnrichment<String, Click, Long, String> base =
        KeyedEnrichment.<String, Click, Long, String>of(
                ClickCounts::new,
                generation -> new StateClients.Opened<>(shared, () -> {}),
                click -> click.position)
            .ticker(NANOS::get);
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedEnrichmentFactory<>(settings.apply(base)),
            click -> click.user,
            Types.STRING,
            KEY_GROUPS,
            parallelism,
            subtask);
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
              parallelism,
              subtask));
    }
    harness.open();
    mails();
  }

  static OperatorRig fresh(UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings)
      throws Exception {
    return of(settings, OperatorRig::checkpoints);
  }

  /** One whose dead letters go to the side output. */
  static OperatorRig withLetters() throws Exception {
    return fresh(settings -> settings.deadLetters(LETTERS));
  }

  /** One in a job with other settings, such as without checkpoints. */
  static OperatorRig of(
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings,
      Consumer<Configuration> job)
      throws Exception {
    return new OperatorRig(new HeldRows(), settings, job, 1, 0);
  }

  static void checkpoints(Configuration job) {
    job.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
  }

  static OperatorRig fresh() throws Exception {
    return fresh(settings -> settings);
  }

  /** A subtask that begins with what subtasks of a former job have left. */
  static OperatorRig restored(
      HeldRows table, int parallelism, int subtask, OperatorSubtaskState... states)
      throws Exception {
    return restored(table, settings -> settings.deadLetters(LETTERS), parallelism, subtask, states);
  }

  /** The same with other settings. */
  static OperatorRig restored(
      HeldRows table,
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings,
      int parallelism,
      int subtask,
      OperatorSubtaskState... states)
      throws Exception {
    return new OperatorRig(table, settings, OperatorRig::checkpoints, parallelism, subtask, states);
  }

  void offer(Click click) throws Exception {
    harness.processElement(new StreamRecord<>(click, click.position * 10));
    mails();
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

  /** Time passes, and no mail is handled. */
  void tickOnly(Duration time) throws Exception {
    NANOS.addAndGet(time.toNanos());
    harness.setProcessingTime(harness.getProcessingTime() + time.toMillis());
  }

  OperatorSubtaskState checkpoint(long id) throws Exception {
    harness.prepareSnapshotPreBarrier(id);
    return harness.snapshot(id, id);
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
    mails();
  }

  void endInput() throws Exception {
    harness.endInput();
  }

  int keysKept() {
    return harness.numKeyedStateEntries();
  }

  List<String> outputs() {
    return harness.getOutput().stream().map(Object::toString).toList();
  }

  List<String> values() {
    return List.copyOf(harness.extractOutputValues());
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

  private void mails() throws Exception {
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
