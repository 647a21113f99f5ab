package io.messina.stream.append;

import io.messina.stream.StreamException;

/** What was decided about an append. */
sealed interface Verdict {

  /** It goes on; its keys and numbers are held. */
  record Go() implements Verdict {}

  /** It holds nothing: ask again once the other append is answered. */
  record Wait(PendingAppend other) implements Verdict {}

  /** It holds nothing and is never stored. */
  record Refuse(StreamException.Refused answer) implements Verdict {}
}
