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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Counts members, exactly. Beside the count of a group there is a key for each member, by its
 * 128-bit hash (MurmurHash3), or by itself:
 *
 * <pre>
 *   | 1 | length of the group, 2 bytes | group | hash, 16 bytes, or member
 * </pre>
 *
 * <p>Two of a billion members have the same hash with a chance of 1.5 in 10^21. Counts of shards
 * are added, so a member of a group must always be on the same shard.
 */
final class Unique extends Grouped<Bytes> {

  private static final byte MEMBER = 1;
  private static final Hasher128 HASHER = Hashing.murmur3_128();

  private final UnaryOperator<Bytes> kept;

  private Unique(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable Bytes> member,
      UnaryOperator<Bytes> kept) {
    super(group, member);
    this.kept = kept;
  }

  static Unique byHash(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Bytes> member) {
    return new Unique(group, member, Unique::hash);
  }

  static Unique byMember(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Bytes> member) {
    return new Unique(
        group,
        event -> {
          Bytes found = member.apply(event);
          return found == null || found.length() > Kinds.MEMBER_BYTES_MAX ? null : found;
        },
        UnaryOperator.identity());
  }

  static Bytes hash(Bytes member) {
    HashValue128 hash = HASHER.hashBytesTo128Bits(member.toArray());
    return Bytes.wrap(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(hash.getMostSignificantBits())
            .putLong(hash.getLeastSignificantBits())
            .array());
  }

  @Override
  void add(Window window, Bytes group, Bytes member, LocalState state) {
    if (state.addIfAbsent(window, key(group, kept.apply(member)))) {
      state.open(window, part(group), LongCell.TYPE).value++;
    }
  }

  private static Bytes key(Bytes group, Bytes member) {
    ByteBuffer key = ByteBuffer.allocate(3 + group.length() + member.length());
    key.put(MEMBER).putShort((short) group.length());
    group.copyTo(key.array(), key.position());
    member.copyTo(key.array(), key.position() + group.length());
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
