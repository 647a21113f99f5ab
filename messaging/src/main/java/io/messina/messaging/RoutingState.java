package io.messina.messaging;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The routing of a message so far.
 *
 * @param hop the number of connectors that were chosen, from 0
 * @param tried the connectors that have refused it
 * @param generation of the definition of the last chosen connector, at the time of the choice
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RoutingState(int hop, List<String> tried, Optional<Integer> generation) {

  /** None was made. */
  public static final RoutingState NONE = new RoutingState(0, List.of(), Optional.empty());

  /** Keeps a copy. */
  public RoutingState {
    tried = List.copyOf(tried);
  }

  RoutingState chosen(int generationOfConnector) {
    return new RoutingState(hop + 1, tried, Optional.of(generationOfConnector));
  }

  RoutingState refusedBy(String connector) {
    List<String> all = new ArrayList<>(tried);
    all.add(connector);
    return new RoutingState(hop, all, Optional.empty());
  }
}
