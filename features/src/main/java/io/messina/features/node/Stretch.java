package io.messina.features.node;

import io.messina.api.Position;

/**
 * Events of a shard that were fed, with none left out between them.
 *
 * @param first the first one
 * @param last the last one
 */
record Stretch(Position first, Position last) {

  boolean contains(Position position) {
    return first.compareTo(position) <= 0 && position.compareTo(last) <= 0;
  }

  /** Whether an event is in it, or is the next one in its lane. */
  boolean reaches(Position position) {
    return contains(position) || last.next().equals(position);
  }

  Stretch to(Position position) {
    return last.compareTo(position) < 0 ? new Stretch(first, position) : this;
  }
}
