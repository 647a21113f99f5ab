package io.messina.aggregate.node;

import io.messina.aggregate.MergedRows;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.state.StateView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks the shards of this process for rows, each as of one moment, all at once. A shard whose state
 * cannot be read is told so and left out.
 *
 * @param job of the aggregate
 * @param asked the shards that may have a state; they are read in the order of their numbers, so
 *     that questions do not wait for each other in a circle
 */
record Question(AggregateJob job, Collection<AggregateShard> asked) {

  /** After so long without an event, a shard that is read to its end holds up no answer. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  RowsPart answer(MergedRows.Wanted wanted) {
    List<AggregateShard> sound = new ArrayList<>(asked);
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
    RowsPart read(MergedRows.Wanted wanted) {
      return read(0, wanted);
    }

    private RowsPart read(int from, MergedRows.Wanted wanted) {
      for (int i = from; i < left.size(); i++) {
        AggregateShard shard = left.get(i);
        int next = i + 1;
        Optional<RowsPart> answer =
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

    private RowsPart merged(MergedRows.Wanted wanted) {
      MergedRows merged =
          MergedRows.of(job.aggregator(), job.windows(), List.copyOf(views.values()), wanted);
      List<RowsPart.OfShard> shards = new ArrayList<>();
      views.forEach(
          (shard, view) ->
              shards.add(
                  new RowsPart.OfShard(
                      shard.number(),
                      shard.isIdle(view.progress().next(), QUIET),
                      view.progress())));
      return new RowsPart(shards, List.of(), merged.more().isPresent(), merged.rows());
    }
  }
}
