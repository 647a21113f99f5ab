package io.messina.messaging;

import java.util.ArrayList;
import java.util.List;

/**
 * The choices that were made for a message.
 *
 * @param hop how many connectors were chosen, from 0
 * @param tried the connectors that have refused it
 */
public record Hops(int hop, List<String> tried) {

  /** None was made. */
  public static final Hops NONE = new Hops(0, List.of());

  /** Keeps a copy. */
  public Hops {
    tried = List.copyOf(tried);
  }

  Hops chosen() {
    return new Hops(hop + 1, tried);
  }

  Hops refusedBy(String connector) {
    List<String> all = new ArrayList<>(tried);
    all.add(connector);
    return new Hops(hop, all);
  }
}
