package io.messina.store;

import java.util.Optional;

/** What became of a fenced write whose outcome is known. */
public sealed interface FenceOutcome {

  /** The expected fence stood; the whole write applied, and the next fence stands. */
  record Applied() implements FenceOutcome {}

  /**
   * Another fence stood; nothing applied. If the write was sent again after an {@link
   * UnknownOutcomeException}, and what stands equals its own next fence, then the earlier sending
   * had applied.
   *
   * @param standing the fence that stood, or empty if the partition had none yet
   */
  record Rejected(Optional<Fence> standing) implements FenceOutcome {}
}
