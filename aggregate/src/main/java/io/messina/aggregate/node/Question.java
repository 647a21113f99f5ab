package io.messina.aggregate.node;

import io.messina.aggregate.MergedRows;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.state.StateView;
import io.messina.api.Position;
import io.messina.stream.follow.ShardAnswers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Asks the shards of this process for rows, each as of one moment, all at once. A shard whose state
 * cannot be read is told so and left out.
 *
 * @param job of the aggregate
 * @param asked the shards that may have a state; they are read in the order of their numbers, so
 *     that questions do not wait for each other in a circle
 */
record Question(AggregateJob job, ShardAnswers<AggregateShard> asked) {

  /** After so long without an event, a shard that is read to its end holds up no answer. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  AggregateAnswer answer(MergedRows.Wanted wanted) {
    List<AggregateShard> sound = new ArrayList<>(asked.answers().values());
    while (true) {
      try {
        return new Views(sound).read(wanted);
      } catch (StateException e) {
        List<AggregateShard> unsound = sound.stream().filter(Question::hasFailed).toList();
        if (unsound.isEmpty()) {
          throw e;
        }
        unsound.forEach(AggregateShard::wake);
        sound.removeAll(unsound);
      }
    }
  }

  private static boolean hasFailed(AggregateShard shard) {
    return shard.opened().filter(there -> there.state().failure().isPresent()).isPresent();
  }

  /** The shards that can be read, each as of one moment. */
  private final class Views {

    private final List<AggregateShard> left;
    private final Map<AggregateShard, StateView> views = new LinkedHashMap<>();

    Views(List<AggregateShard> left) {
      this.left = left;
    }

    /** Holds one view after the other, and reads once it has all. */
    AggregateAnswer read(MergedRows.Wanted wanted) {
      return read(0, wanted);
    }

    private AggregateAnswer read(int from, MergedRows.Wanted wanted) {
      for (int i = from; i < left.size(); i++) {
        AggregateShard shard = left.get(i);
        int next = i + 1;
        Optional<AggregateAnswer> answer =
            shard
                .opened()
                .flatMap(
                    there ->
                        there
                            .state()
                            .readIfOpen(
                                view -> {
                                  views.put(shard, view);
                                  return read(next, wanted);
                                }));
        if (answer.isPresent()) {
          return answer.get();
        }
      }
      return merged(wanted);
    }

    private AggregateAnswer merged(MergedRows.Wanted wanted) {
      MergedRows merged =
          MergedRows.of(job.aggregator(), job.windows(), List.copyOf(views.values()), wanted);
      Set<Integer> missing = new TreeSet<>(asked.missing());
      asked.answers().values().stream()
          .filter(shard -> !views.containsKey(shard))
          .forEach(shard -> missing.add(shard.number()));
      Optional<Instant> completeTo = completeTo();
      long completeMillis = completeTo.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE);
      List<AggregateAnswer.Row> rows =
          merged.rows().stream()
              .map(
                  row ->
                      new AggregateAnswer.Row(
                          row.window(),
                          row.group(),
                          row.part(),
                          missing.isEmpty() && row.window().endMillis() <= completeMillis,
                          row.incomplete()))
              .toList();
      return new AggregateAnswer(
          rows, next(), missing, completeTo, merged.more().map(Instant::ofEpochMilli));
    }

    /** Where events were sent on, positions are those of their origin. */
    private Map<Integer, Position> next() {
      Map<Integer, Position> next = new TreeMap<>();
      for (int source = 0; source < job.origins().sources(); source++) {
        int number = source;
        views.values().stream()
            .mapToLong(view -> view.progress().sources().of(number).next())
            .min()
            .ifPresent(lowest -> next.put(number, Position.unpack(lowest)));
      }
      if (job.origins().sources() == 0) {
        views.forEach(
            (shard, view) -> next.put(shard.number(), Position.unpack(view.progress().next())));
      }
      return next;
    }

    private Optional<Instant> completeTo() {
      return (job.origins().sources() == 0 ? busyWatermark() : sentWatermark())
          .map(watermark -> watermark - job.windows().lateness().toMillis())
          .map(Instant::ofEpochMilli);
    }

    /** The senders say themselves whether they are idle, so the lowest of all counts. */
    private Optional<Long> sentWatermark() {
      return views.values().stream()
          .map(view -> view.progress().watermarkMillis())
          .min(Comparator.naturalOrder())
          .filter(lowest -> lowest != Long.MIN_VALUE);
    }

    /**
     * The lowest watermark of the shards that are not idle; if all are, the highest. Not known
     * while one that is not idle has no event yet.
     */
    private Optional<Long> busyWatermark() {
      List<Long> busy = new ArrayList<>();
      List<Long> idle = new ArrayList<>();
      for (Map.Entry<AggregateShard, StateView> each : views.entrySet()) {
        AggregateShard shard = each.getKey();
        ShardProgress progress = each.getValue().progress();
        if (progress.hasEvents()) {
          (shard.isIdle(progress.next(), QUIET) ? idle : busy).add(progress.watermarkMillis());
        } else if (!shard.isIdle(progress.next(), QUIET)) {
          return Optional.empty();
        }
      }
      return busy.isEmpty()
          ? idle.stream().max(Comparator.naturalOrder())
          : busy.stream().min(Comparator.naturalOrder());
    }
  }
}
