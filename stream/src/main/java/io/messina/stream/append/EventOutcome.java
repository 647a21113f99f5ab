package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.EventId;

/** What becomes of one event of an append. */
sealed interface EventOutcome {

  /** It is stored now. */
  record Fresh() implements EventOutcome {}

  /** Its key stands there already. */
  record Repeat(Position position) implements EventOutcome {}

  /** Its key stands there already, as its row says. */
  record Kept(EventId id) implements EventOutcome {}

  /** An earlier event of the same append has its key. */
  record Twin(int index) implements EventOutcome {}

  /** Its batch is there already. */
  record Past() implements EventOutcome {}

  /** Its batch is so old that it is taken for one that is there. */
  record Unchecked() implements EventOutcome {}
}
