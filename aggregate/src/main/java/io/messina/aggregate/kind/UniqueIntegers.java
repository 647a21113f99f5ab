package io.messina.aggregate.kind;

import io.messina.aggregate.GroupRange;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.state.ValueType;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Counts members exactly that are integers from 0. A value holds the members that differ in their
 * last 16 bits only, as a Roaring bitmap of these bits, under this key:
 *
 * <pre>
 *   | 2 | length of the group, 2 bytes | group | member without its last 16 bits, 6 bytes
 * </pre>
 *
 * <p>A part is a 64-bit Roaring bitmap in the portable format, all of it with the lowest byte
 * first:
 *
 * <pre>
 *   | number of bitmaps, 8 bytes | for each: bits 32 to 63, 4 bytes | 32-bit bitmap, portable
 * </pre>
 *
 * <p>Parts of shards can be merged, for members on any shard.
 */
final class UniqueIntegers extends Grouped<Long> {

  private static final byte CHUNK = 2;
  private static final Bytes CHUNKS = Bytes.wrap(new byte[] {CHUNK});
  private static final int LOW_BITS = 16;
  private static final int LOW_MASK = (1 << LOW_BITS) - 1;
  private static final int HIGH_BYTES = 6;
  private static final int GROUP = 3;

  private static final ValueType<RoaringBitmap> TYPE =
      new ValueType<>() {
        @Override
        public RoaringBitmap empty() {
          return new RoaringBitmap();
        }

        @Override
        public RoaringBitmap decode(Bytes bytes) {
          return chunk(bytes);
        }

        @Override
        public Bytes encode(RoaringBitmap chunk) {
          ByteBuffer to = ByteBuffer.allocate(chunk.serializedSizeInBytes());
          chunk.serialize(to.order(ByteOrder.LITTLE_ENDIAN));
          return Bytes.wrap(to.array());
        }

        @Override
        public int memoryBytes(RoaringBitmap chunk) {
          return OBJECT_BYTES + chunk.getSizeInBytes();
        }
      };

  private static final int OBJECT_BYTES = 100;

  UniqueIntegers(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Long> member) {
    super(group, event -> fromZero(member.apply(event)));
  }

  private static @Nullable Long fromZero(@Nullable Long member) {
    return member == null || member < 0 ? null : member;
  }

  private static RoaringBitmap chunk(Bytes bytes) {
    RoaringBitmap chunk = new RoaringBitmap();
    try {
      chunk.deserialize(bytes.asByteBuffer());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return chunk;
  }

  @Override
  void add(Window window, Bytes group, Long member, LocalState state) {
    ByteBuffer key = ByteBuffer.allocate(GROUP + group.length() + HIGH_BYTES);
    key.put(CHUNK).putShort((short) group.length());
    group.copyTo(key.array(), GROUP);
    key.position(GROUP + group.length());
    key.putShort((short) (member >>> 48)).putInt((int) (member >>> LOW_BITS));
    state.open(window, Bytes.wrap(key.array()), TYPE).add((int) (member & LOW_MASK));
  }

  /** Keys are ordered by the lengths of groups first, so all are looked at. */
  @Override
  public void rows(
      Window window, ReadableState state, GroupRange groups, BiPredicate<Bytes, Bytes> rows) {
    for (Bytes group : first(window, state, groups)) {
      boolean[] goesOn = {true};
      Gathering gathering = new Gathering((of, part) -> goesOn[0] = rows.test(of, part));
      state.range(window, chunks(group), gathering::add);
      gathering.end();
      if (!goesOn[0]) {
        return;
      }
    }
  }

  private static SortedSet<Bytes> first(Window window, ReadableState state, GroupRange groups) {
    NavigableSet<Bytes> first = new TreeSet<>();
    if (groups.max() == 1 && groups.prefix().equals(groups.first())) {
      state.range(window, chunks(groups.first()), (_, _) -> !first.add(groups.first()));
    }
    if (first.isEmpty()) {
      state.range(
          window,
          CHUNKS,
          (key, _) -> {
            Bytes group = group(key);
            if (group.startsWith(groups.prefix()) && group.compareTo(groups.first()) >= 0) {
              first.add(group);
              if (first.size() > groups.max()) {
                first.pollLast();
              }
            }
            return true;
          });
    }
    return first;
  }

  /** The beginning of the keys of all chunks of a group. */
  private static Bytes chunks(Bytes group) {
    ByteBuffer prefix = ByteBuffer.allocate(GROUP + group.length());
    prefix.put(CHUNK).putShort((short) group.length());
    group.copyTo(prefix.array(), GROUP);
    return Bytes.wrap(prefix.array());
  }

  private static Bytes group(Bytes key) {
    ByteBuffer from = key.asByteBuffer();
    byte[] group = new byte[Short.toUnsignedInt(from.getShort(1))];
    from.get(GROUP, group);
    return Bytes.wrap(group);
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    Gathering gathering = new Gathering(rows);
    state.range(window, CHUNKS, gathering::add);
    gathering.end();
  }

  /** Makes one bitmap of all chunks of a group, which come one after the other. */
  private static final class Gathering {

    private final BiConsumer<Bytes, Bytes> rows;
    private @Nullable Bytes group;
    private PortableBitmap bitmap = new PortableBitmap();

    Gathering(BiConsumer<Bytes, Bytes> rows) {
      this.rows = rows;
    }

    boolean add(Bytes key, Bytes value) {
      ByteBuffer from = key.asByteBuffer();
      Bytes next = group(key);
      if (group == null || !next.equals(group)) {
        end();
        group = next;
      }
      int high = GROUP + next.length();
      bitmap.add(
          Short.toUnsignedInt(from.getShort(high)) << LOW_BITS
              | Short.toUnsignedInt(from.getShort(high + 2)),
          RoaringBitmap.addOffset(
              chunk(value), (long) Short.toUnsignedInt(from.getShort(high + 4)) << LOW_BITS));
      return true;
    }

    void end() {
      Bytes done = group;
      if (done != null) {
        rows.accept(done, bitmap.encode());
        bitmap = new PortableBitmap();
      }
    }
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    Roaring64Bitmap all = decode(one);
    all.or(decode(other));
    return PortableBitmap.encode(all);
  }

  @Override
  public Object result(Bytes part) {
    return decode(part).getLongCardinality();
  }

  static Roaring64Bitmap decode(Bytes part) {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    try {
      bitmap.deserializePortable(new DataInputStream(new ByteArrayInputStream(part.toArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bitmap;
  }
}
