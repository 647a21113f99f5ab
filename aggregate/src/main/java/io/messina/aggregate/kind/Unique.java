package io.messina.aggregate.kind;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How many members there are, exactly. Beside the count of a group there is a key for each member,
 * by its 128-bit hash (MurmurHash3):
 *
 * <pre>
 *   | 1 | length of the group, 2 bytes | group | hash, 16 bytes
 * </pre>
 *
 * <p>Two of a billion members have the same hash with a chance of 1.5 in 10^21. Counts of shards
 * are added, so a member of a group must always be on the same shard.
 */
final class Unique extends Grouped<Bytes> {

  private static final byte MEMBER = 1;
  private static final Hasher128 HASHER = Hashing.murmur3_128();

  Unique(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Bytes> member) {
    super(group, member);
  }

  @Override
  void add(Window window, Bytes group, Bytes member, LocalState state) {
    if (state.addIfAbsent(window, key(group, member))) {
      state.open(window, part(group), LongCell.TYPE).value++;
    }
  }

  private static Bytes key(Bytes group, Bytes member) {
    HashValue128 hash = HASHER.hashBytesTo128Bits(member.toArray());
    ByteBuffer key = ByteBuffer.allocate(3 + group.length() + 2 * Long.BYTES);
    key.put(MEMBER).putShort((short) group.length());
    group.copyTo(key.array(), key.position());
    key.position(key.position() + group.length());
    key.putLong(hash.getMostSignificantBits()).putLong(hash.getLeastSignificantBits());
    return Bytes.wrap(key.array());
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return LongCell.write(Math.addExact(LongCell.read(one), LongCell.read(other)));
  }

  @Override
  public Object result(Bytes part) {
    return LongCell.read(part);
  }
}
