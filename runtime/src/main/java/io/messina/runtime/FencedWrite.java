package io.messina.runtime;

import io.messina.store.Fence;
import java.util.Optional;

/** The outcome of a fenced write by a {@link FencedWriter}. */
public sealed interface FencedWrite {

  /**
   * It applied, once.
   *
   * @param fence the fence that it set, the last one that its writer knows of
   */
  record Applied(Fence fence) implements FencedWrite {}

  /**
   * Another writer's fence is in place: the writer owns the partition no more and never will again
   * by this fence. The write can apply no more. It may have applied before the other writer's, if
   * an earlier sending had no answer.
   *
   * @param standing the other writer's fence, or empty if the partition had none
   */
  record Deposed(Optional<Fence> standing) implements FencedWrite {}

  /**
   * The writer was told to stop before the outcome was known.
   *
   * @param mayApply whether the write may have applied, or may at any later time while its expected
   *     fence is in place; the writer then writes no more
   */
  record Abandoned(boolean mayApply) implements FencedWrite {}
}
