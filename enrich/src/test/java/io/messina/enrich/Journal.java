package io.messina.enrich;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appends edits to the state of their key. An output is a list of edits: one, or those of a round.
 *
 * @param outputsPer how many outputs
 */
record Journal(OutputsPer outputsPer)
    implements Enricher<String, List<Edit>, List<Edit>, List<Edit>> {

  @Override
  public Enriched<List<Edit>, List<Edit>> enrich(
      String key, @Nullable List<Edit> state, List<List<Edit>> events) {
    List<Edit> after = new ArrayList<>(state == null ? List.of() : state);
    for (List<Edit> event : events) {
      if (event.stream().anyMatch(Edit::fails)) {
        throw new IllegalArgumentException("edit: " + event);
      }
      after.addAll(event);
    }
    return new Enriched<>(List.copyOf(after), outputs(events));
  }

  @Override
  public List<List<Edit>> emitAgain(
      String key, @Nullable List<Edit> state, List<List<Edit>> events) {
    return outputs(events);
  }

  private List<List<Edit>> outputs(List<List<Edit>> events) {
    return outputsPer == OutputsPer.EVENT
        ? List.copyOf(events)
        : List.of(events.stream().flatMap(List::stream).toList());
  }

  @Override
  public List<Edit> combine(List<Edit> older, List<Edit> newer) {
    List<Edit> both = new ArrayList<>(older);
    both.addAll(newer);
    return both;
  }

  @Override
  public int stateBytes(List<Edit> state) {
    return 16 * state.size();
  }
}
