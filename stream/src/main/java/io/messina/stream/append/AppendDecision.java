package io.messina.stream.append;

import io.messina.stream.StreamException;

/** The decision about an append. */
sealed interface AppendDecision {

  /** Append it; its keys and numbers are held. */
  record Go() implements AppendDecision {}

  /** It holds nothing: decide again once the other append is answered. */
  record Wait(PendingAppend other) implements AppendDecision {}

  /** It holds nothing and is never stored. */
  record Refuse(StreamException.Refused answer) implements AppendDecision {}
}
