package io.messina.flink.enrichment;

import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.EnrichmentOptions.Buffer;
import io.messina.enrich.EnrichmentOptions.Permits;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyFull;
import io.messina.enrich.RequestRetries;
import io.messina.flink.Click;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * A job of one to three subtasks, its source, a sink that commits with checkpoints, and a database
 * that fails. Tasks crash and go on from their last checkpoint, or an older one, with as many
 * subtasks as chance wants. After the harm follows a calm, in which everything has to be finished.
 */
final class OperatorHistory {

  static final int KEYS = 5;
  private static final int STEPS = 400;

  /** The first position in the second partition. */
  private static final int MOVED_AT = 15;

  private static final int WAITS_MAX = 5_000;
  private static final int CALM_ROUNDS = 40;

  /** What happened, so that a test sees that histories have what they are for. */
  static final class Seen {
    int crashes;
    int rescaled;
    int older;
    int aborted;
    int savepoints;
    int fromSavepoints;
    int letters;
    int unanswered;
    long overflowed;

    void add(Seen other) {
      crashes += other.crashes;
      rescaled += other.rescaled;
      older += other.older;
      aborted += other.aborted;
      savepoints += other.savepoints;
      fromSavepoints += other.fromSavepoints;
      letters += other.letters;
      unanswered += other.unanswered;
      overflowed += other.overflowed;
    }
  }

  final Seen seen = new Seen();
  private final SplittableRandom random;
  private final HeldRows<String> table = new HeldRows<>();
  private final List<Click> log = new ArrayList<>();
  private final OperatorHistorySink sink = new OperatorHistorySink();
  private final List<String> wrong = new ArrayList<>();
  private final KeyFull keyFull;
  private final int drainMillis;
  private final EventPosition<Click> positions;

  /** Those that are complete; a job may begin again at any of them. */
  private final List<Taken> complete = new ArrayList<>();

  private final List<Taken> underWay = new ArrayList<>();

  /** The last one, of which no operator is told anything more. */
  private @Nullable Taken savepoint;

  private List<OperatorRig<String>> rigs = new ArrayList<>();
  private long[] watermarks = new long[0];
  private int offered;
  private long checkpoints;
  private int waits;

  /** A checkpoint: where the source stands, and the states of the subtasks. */
  private record Taken(long id, int offered, long putOut, List<OperatorSubtaskState> states) {}

  OperatorHistory(long seed) {
    random = new SplittableRandom(seed);
    keyFull = random.nextInt(4) == 0 ? KeyFull.DEAD_LETTER : KeyFull.BLOCK;
    drainMillis = random.nextBoolean() ? 0 : 20;
    positions = positions(random);
    for (int i = 1; i <= 20 + random.nextInt(60); i++) {
      int count = random.nextInt(8) == 0 ? -1 : 1;
      log.add(new Click("key-" + random.nextInt(KEYS), count, i));
    }
  }

  /**
   * Positions of one order; or of a topic that gets a second partition, to which all keys move, and
   * where offsets begin at 0; or of events of which each two are made of one.
   */
  private static EventPosition<Click> positions(SplittableRandom random) {
    EventPosition<Click> plain = click -> click.position;
    EventPosition<Click> moving =
        EventPosition.<Click>at(click -> click.position % MOVED_AT)
            .inPartition(click -> (int) (click.position / MOVED_AT));
    EventPosition<Click> pairs =
        EventPosition.<Click>at(click -> click.position / 2).sub(click -> (int) click.position % 2);
    return List.of(plain, moving, pairs).get(random.nextInt(3));
  }

  /** Returns what is wrong. */
  List<String> run() throws Exception {
    try {
      begin(new Taken(0, 0, 0, List.of()));
      checkpoint();
      completeOne(true);
      for (int step = 0; step < STEPS && wrong.isEmpty(); step++) {
        step();
      }
      if (wrong.isEmpty()) {
        calm();
      }
      if (wrong.isEmpty()) {
        wrong.addAll(sink.wrong(log, table.rows, seen.older == 0));
      }
      return wrong;
    } finally {
      rigs.forEach(OperatorRig::close);
    }
  }

  private void step() throws Exception {
    int what = random.nextInt(100);
    if (what < 35) {
      offer();
    } else if (what < 70) {
      database();
    } else if (what < 80) {
      pass(random.nextInt(1, 120));
    } else if (what < 86) {
      checkpoint();
    } else if (what < 90) {
      completeOne(false);
    } else if (what < 92) {
      abortOne();
    } else if (what < 94) {
      savepoint();
    } else if (what < 99) {
      watermark();
    } else {
      crash();
    }
    mails();
  }

  private void offer() throws Exception {
    if (offered < log.size()) {
      Click click = log.get(offered++);
      OperatorRig<String> rig = rigs.get(subtaskOf(click));
      waits = 0;
      rig.working(this::meanwhile, () -> rig.offerOnly(click));
    }
  }

  private int subtaskOf(Click click) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        click.user, OperatorRig.KEY_GROUPS, rigs.size());
  }

  /** An operator waits; only the database and time go on. */
  private void meanwhile() {
    if (++waits > WAITS_MAX) {
      throw new IllegalStateException("it waits for what cannot come");
    }
    if (random.nextBoolean()) {
      database();
    } else {
      pass(random.nextInt(1, 20));
    }
  }

  private void database() {
    int requests = table.underWay();
    if (requests > 0) {
      HeldRows.Request<?> request = table.take(random.nextInt(requests));
      switch (random.nextInt(12)) {
        case 0 -> seen.unanswered++;
        case 1 -> {
          seen.unanswered++;
          request.carryOutUnanswered();
        }
        case 2 -> request.refuse();
        default -> request.carryOut();
      }
    }
  }

  private void pass(int millis) {
    try {
      OperatorRig.passed(Duration.ofMillis(millis));
      for (OperatorRig<String> rig : rigs) {
        rig.tick();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void mails() throws Exception {
    for (OperatorRig<String> rig : rigs) {
      rig.mails();
    }
    collect();
  }

  private void collect() {
    for (int subtask = 0; subtask < rigs.size(); subtask++) {
      for (Object output : rigs.get(subtask).takeOutputs()) {
        if (output instanceof Watermark watermark) {
          watermarks[subtask] = watermark.getTimestamp();
        } else if (output instanceof StreamRecord<?> record) {
          if (record.getTimestamp() <= watermarks[subtask]) {
            wrong.add("late output: " + record + " after watermark " + watermarks[subtask]);
          }
          sink.output(String.valueOf(record.getValue()));
        }
      }
      for (FailedEvent<String, Click> letter : rigs.get(subtask).takeLetters()) {
        seen.letters++;
        sink.letter(letter);
      }
    }
  }

  private void checkpoint() throws Exception {
    if (underWay.size() < 2) {
      underWay.add(take(OperatorRig::snapshot));
    }
  }

  private void savepoint() throws Exception {
    seen.savepoints++;
    savepoint = take(OperatorRig::savepoint);
  }

  /** Takes a snapshot of a subtask. */
  @FunctionalInterface
  private interface Snapshot {
    OperatorSubtaskState of(OperatorRig<String> rig, long id) throws Exception;
  }

  private Taken take(Snapshot snapshot) throws Exception {
    long id = ++checkpoints;
    for (OperatorRig<String> rig : rigs) {
      waits = 0;
      rig.working(this::meanwhile, () -> rig.beforeBarrier(id));
    }
    collect();
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (OperatorRig<String> rig : rigs) {
      states.add(snapshot.of(rig, id));
    }
    return new Taken(id, offered, sink.putOut(), states);
  }

  /** One of those under way; an earlier one is given up then. */
  private void completeOne(boolean all) throws Exception {
    if (!underWay.isEmpty()) {
      int index = all ? underWay.size() - 1 : random.nextInt(underWay.size());
      Taken taken = underWay.remove(index);
      sink.commit(taken.putOut);
      complete.add(taken);
      if (!all && random.nextInt(6) == 0) {
        crash();
        return;
      }
      for (OperatorRig<String> rig : rigs) {
        rig.completeInBetween(taken.id);
      }
      while (!underWay.isEmpty() && underWay.get(0).id < taken.id) {
        abort(underWay.remove(0));
      }
    }
  }

  private void abortOne() throws Exception {
    if (!underWay.isEmpty()) {
      abort(underWay.remove(random.nextInt(underWay.size())));
    }
  }

  private void abort(Taken taken) throws Exception {
    seen.aborted++;
    for (OperatorRig<String> rig : rigs) {
      rig.abort(taken.id);
    }
  }

  private void watermark() throws Exception {
    if (offered > 0) {
      for (OperatorRig<String> rig : rigs) {
        rig.watermark(log.get(offered - 1).position * 10);
      }
    }
  }

  private void crash() throws Exception {
    seen.crashes++;
    Taken saved = savepoint;
    if (saved != null
        && saved.id > complete.get(complete.size() - 1).id
        && random.nextInt(3) == 0) {
      seen.fromSavepoints++;
      sink.commit(saved.putOut);
      sink.rollBack();
      complete.add(saved);
      begin(saved);
      return;
    }
    boolean older = complete.size() > 1 && random.nextInt(10) == 0;
    seen.older += older ? 1 : 0;
    sink.rollBack();
    begin(complete.get(complete.size() - (older ? 2 : 1)));
  }

  private void begin(Taken from) throws Exception {
    int before = rigs.size();
    for (OperatorRig<String> rig : rigs) {
      seen.overflowed += rig.overflowed();
      rig.close();
    }
    rigs = new ArrayList<>();
    underWay.clear();
    savepoint = null;
    int parallelism = random.nextInt(1, 4);
    seen.rescaled += before > 0 && before != parallelism ? 1 : 0;
    watermarks = new long[parallelism];
    offered = from.offered;
    for (int subtask = 0; subtask < parallelism; subtask++) {
      rigs.add(
          new OperatorRig<>(
              table,
              ClickJournal::new,
              positions,
              this::settings,
              OperatorRig::checkpoints,
              new OperatorRig.Place(subtask, parallelism),
              from.states.toArray(new OperatorSubtaskState[0])));
    }
  }

  private KeyedEnrichment<String, Click, String, String> settings(
      KeyedEnrichment<String, Click, String, String> base) {
    return base.deadLetters(OperatorRig.LETTERS)
        .atCheckpoint(AtCheckpoint.drain(Duration.ofMillis(drainMillis)))
        .eventBytes(click -> 100)
        .options(
            EnrichmentOptions.DEFAULT
                .permits(new Permits(2, 2, Duration.ofMillis(100)))
                .retry(new RequestRetries(3, List.of(Duration.ofMillis(10)), 0.2))
                .buffer(new Buffer(600, 4, keyFull, 3)));
  }

  /** The database answers, time passes, checkpoints are complete. */
  private void calm() throws Exception {
    while (offered < log.size()) {
      offer();
      mails();
    }
    if (random.nextBoolean()) {
      if (random.nextBoolean()) {
        savepoint();
      }
      for (OperatorRig<String> rig : rigs) {
        waits = 0;
        rig.working(this::answerAndComplete, rig::endInput);
      }
    }
    for (int round = 0; round < CALM_ROUNDS; round++) {
      for (int times = 0; times < 10; times++) {
        answer();
        mails();
      }
      checkpoint();
      completeOne(true);
      mails();
    }
    for (OperatorRig<String> rig : rigs) {
      seen.overflowed += rig.overflowed();
      if (rig.kept() > 0) {
        boolean finished = sink.wrong(log, table.rows, seen.older == 0).isEmpty();
        wrong.add((finished ? "kept though finished: " : "still unfinished: ") + rig.kept());
      }
    }
  }

  /**
   * A checkpoint that is under way is complete at last, or given up. That takes less than the time
   * that one may take, after which the end of the input would wait for none.
   */
  private void answerAndComplete() {
    if (waits > WAITS_MAX) {
      throw new IllegalStateException("it waits for what cannot come");
    }
    answer();
    try {
      if (random.nextInt(10) == 0) {
        abortOne();
      } else {
        completeOne(true);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void answer() {
    if (++waits > CALM_ROUNDS * WAITS_MAX) {
      throw new IllegalStateException("it waits for what cannot come");
    }
    table.answerAll();
    pass(20);
  }
}
