package io.messina.stream.delivery;

import io.messina.stream.delivery.DeliveryState.Stage;
import java.util.Comparator;
import java.util.Optional;

/**
 * An event of a shard that a group has not finished.
 *
 * @param position packed
 * @param state how far it is
 */
public record Unfinished(long position, DeliveryState state) {

  /** Those that workers have first, the longest held of them first; then the others. */
  public static final Comparator<Unfinished> ORDER =
      Comparator.comparing((Unfinished event) -> event.state.sinceMillis() == 0)
          .thenComparingLong(event -> event.state.sinceMillis())
          .thenComparingLong(Unfinished::position);

  /**
   * Which are asked for.
   *
   * @param stage in which they are; any if it is empty
   * @param worker that has them; any or none if it is empty
   * @param heldMillis how long a worker has had them at least; -1 for all, also those that none has
   * @param max how many
   */
  public record Query(Optional<Stage> stage, Optional<String> worker, long heldMillis, int max) {

    boolean matches(DeliveryState state, long nowMillis) {
      return stage.map(state.stage()::equals).orElse(true)
          && worker.map(state.worker()::equals).orElse(true)
          && (heldMillis < 0
              || (state.sinceMillis() > 0 && nowMillis - state.sinceMillis() >= heldMillis));
    }
  }
}
