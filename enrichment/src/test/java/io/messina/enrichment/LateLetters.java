package io.messina.enrichment;

import io.messina.api.DeathCause;
import io.messina.api.GroupName;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A former owner of a shard stores a letter late: after the next one has taken over. */
final class LateLetters {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final long POSITION = 6;
  private static final long FORMER_MICROS = 1_000_000;
  private static final long CUT_MICROS = 2_000_000;

  private final List<String> wrong = new ArrayList<>(List.of("nothing was stored"));
  private final SimulatedNode node;
  private final Context context;
  private final JobDeadLetters letters;

  private LateLetters(Simulation simulation) {
    this.node = simulation.node("former");
    this.context =
        new Context(
            new SimulatedStore(simulation).at(node),
            new SimulatedTime(node),
            node.random(),
            node.threads("letters"));
    this.letters =
        new JobDeadLetters(
            context.store(),
            OfferedEvents.LAYOUT,
            new StreamId(new StreamName("edits"), 1),
            1,
            new GroupId(new GroupName("all"), 1));
  }

  /** What is wrong with it. */
  static List<String> wrong(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      LateLetters history = new LateLetters(simulation);
      history.node.spawn("late", history::takeOverThenStore);
      simulation.runFor(LONG);
      return history.wrong;
    }
  }

  private void takeOverThenStore() {
    EnrichmentTables.ALL.forEach(context.store()::create);
    var _ = takeOver(CUT_MICROS);
    new LetterWriter(context, letters, () -> false, new Former())
        .begin(
            letter(),
            FORMER_MICROS,
            () -> wrong.add("a letter counts that the next owner has not seen"));
  }

  private Set<Long> takeOver(long micros) {
    return letters.takeOver(0, Position.START, () -> micros);
  }

  /** The former owner, which notices that it is none any more. */
  private final class Former implements LetterWriter.Shell {

    @Override
    public boolean isStopped() {
      return false;
    }

    @Override
    public void post(Runnable task) {
      wrong.clear();
      task.run();
      if (!takeOver(CUT_MICROS + 1).isEmpty()) {
        wrong.add("a letter is there that was stored behind the cut");
      }
    }

    @Override
    public void stop() {
      // It has nothing else to do.
    }
  }

  private static Letter letter() {
    StoredEvent stored =
        new StoredEvent(
            new EventAddress(1, 0, 0, Position.unpack(POSITION)),
            Event.of(Bytes.utf8("event")),
            Instant.EPOCH);
    return new Letter(stored, DeathCause.ENRICH, Optional.of("no"), 1, "why", Instant.EPOCH);
  }
}
