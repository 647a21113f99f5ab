package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.EventAddress;

/** The outcome for one event of an append. */
sealed interface EventOutcome {

  /** It is stored now. */
  record Fresh() implements EventOutcome {}

  /** Its key is in memory: it was stored before. */
  record Repeat(Position position) implements EventOutcome {}

  /** Its key has a row: it was stored before. */
  record Kept(EventAddress id) implements EventOutcome {}

  /** An earlier event of the same append has its key. */
  record Twin(int index) implements EventOutcome {}

  /** Its batch was stored before. */
  record Past() implements EventOutcome {}

  /** Its batch is so old that it is assumed to be stored. */
  record Unchecked() implements EventOutcome {}
}
