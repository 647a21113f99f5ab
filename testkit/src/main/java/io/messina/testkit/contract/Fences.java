package io.messina.testkit.contract;

import io.messina.store.Fence;
import io.messina.store.Incarnation;
import java.util.UUID;

/** Fences of a few writers, the same in every run. */
final class Fences {

  /** The first fence of the first writer. */
  static final Fence FIRST = new Fence(0, 0, writer(1));

  private Fences() {}

  static Incarnation writer(int number) {
    return new Incarnation(new UUID(0x4000L, Long.MIN_VALUE | number));
  }

  /** The same place in the order of writes, by another writer. */
  static Fence by(int writer, Fence fence) {
    return new Fence(fence.epoch(), fence.n(), writer(writer));
  }

  /** The first fence of the next epoch. */
  static Fence taken(Fence standing, int writer) {
    return new Fence(standing.epoch() + 1, 0, writer(writer));
  }
}
