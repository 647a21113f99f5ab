package io.messina.aggregate.kind;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * About how many members there are, by the 64-bit XXH3 of each. Parts of shards can be merged, for
 * members on any shard.
 */
final class ApproxUnique extends Grouped<Bytes> {

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final Sketch.Type type;

  ApproxUnique(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable Bytes> member,
      int precision) {
    super(group, member);
    if (precision < Sketch.PRECISION_MIN || precision > Sketch.PRECISION_MAX) {
      throw new IllegalArgumentException(
          "precision: %d (expected: %d to %d)"
              .formatted(precision, Sketch.PRECISION_MIN, Sketch.PRECISION_MAX));
    }
    this.type = new Sketch.Type(precision);
  }

  @Override
  void add(Window window, Bytes group, Bytes member, LocalState state) {
    state.open(window, part(group), type).add(HASHER.hashBytesToLong(member.toArray()));
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    Sketch all = Sketch.decode(one);
    all.add(Sketch.decode(other));
    return all.encode();
  }

  @Override
  public Object result(Bytes part) {
    return Math.round(Sketch.decode(part).estimate());
  }
}
