package io.messina.stream.delivery;

import io.messina.api.AttemptError;
import io.messina.stream.delivery.DeliveryState.Stage;

/** Computes the states of single events. */
final class Lookup {

  private Lookup() {}

  static DeliveryState state(Backlog backlog, GroupProgress progress, long position) {
    int slot = backlog.find(position);
    if (slot == Slots.NONE) {
      return DeliveryState.of(position >= progress.next ? Stage.RECEIVED : Stage.FINISHED);
    }
    Slots slots = backlog.slots;
    return switch (slots.phases[slot]) {
      case BLOCKED, READY, CLAIMED -> known(slots, slot, Stage.RECEIVED, "", 0);
      case RETRY -> known(slots, slot, Stage.RECEIVED, "", slots.dueMillis[slot]);
      case OUT -> {
        String worker = backlog.workers.name(slots.workers[slot]);
        yield known(slots, slot, Stage.PROCESSING, worker, slots.dueMillis[slot]);
      }
      case GIVEN_UP -> known(slots, slot, Stage.FAILED, "", 0);
      case FINISHED -> DeliveryState.of(Stage.FINISHED);
    };
  }

  private static DeliveryState known(
      Slots slots, int slot, Stage stage, String worker, long untilMillis) {
    Slots.FailureChain chain = slots.failures[slot];
    AttemptError failure = chain == null ? new AttemptError(0, "") : chain.failure();
    return new DeliveryState(stage, worker, untilMillis, slots.attempts[slot], failure.error());
  }

  static long[] keysUnknown(Backlog backlog) {
    long[] positions = new long[backlog.keysUnknown()];
    int[] count = {0};
    backlog.forEach(
        slot -> {
          if (count[0] < positions.length && backlog.slots.keyUnknown[slot]) {
            positions[count[0]++] = backlog.slots.positions[slot];
          }
        });
    return positions;
  }

  static long[] positions(Backlog backlog) {
    long[] positions = new long[backlog.log.size()];
    int count = 0;
    for (int slot = backlog.log.first(); slot != Slots.NONE; slot = backlog.log.after(slot)) {
      positions[count++] = backlog.slots.positions[slot];
    }
    return positions;
  }
}
