package io.messina.aggregate.configured;

import io.messina.aggregate.Origin;
import io.messina.aggregate.Origins;
import io.messina.aggregate.field.EventFields;
import io.messina.stream.StoredEvent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Members that are counted where the key of the stream has placed them, and how many of them have
 * come with another key, so that they may count on another shard as well.
 */
final class KeyedMembers implements Origins {

  private final EventFields fields;
  private final AtomicLong misplaced = new AtomicLong();
  private volatile @Nullable String first;

  /**
   * Members in their places.
   *
   * @param fields that know the key
   */
  KeyedMembers(EventFields fields) {
    this.fields = fields;
  }

  @Override
  public int sources() {
    return 0;
  }

  @Override
  public Origin of(StoredEvent event) {
    return Origin.Own.EVENT;
  }

  @Override
  public boolean isMisplaced(StoredEvent event) {
    if (fields.isInPlace(event)) {
      return false;
    }
    if (misplaced.getAndIncrement() == 0) {
      first = event.id().toString();
    }
    return true;
  }

  /** The trouble with the values that this node has seen since it began. */
  Optional<String> trouble() {
    return Optional.ofNullable(first)
        .map(
            event ->
                "misplaced: %d events, such as %s, have another key than the field of the stream's key says, so their members may count twice (expected: no other keys, and numbers in their shortest form; or \"rekey\": true)"
                    .formatted(misplaced.get(), event));
  }
}
