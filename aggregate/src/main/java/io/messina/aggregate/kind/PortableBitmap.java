package io.messina.aggregate.kind;

import io.messina.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** A 64-bit Roaring bitmap in the portable format, made of whole containers. */
final class PortableBitmap {

  /** By the upper 32 bits, which are not negative. */
  private final SortedMap<Integer, RoaringBitmap> bitmaps = new TreeMap<>();

  void add(int high, RoaringBitmap low) {
    bitmaps.merge(
        high,
        low,
        (all, more) -> {
          all.or(more);
          return all;
        });
  }

  Bytes encode() {
    int bytes =
        bitmaps.values().stream()
            .mapToInt(each -> Integer.BYTES + each.serializedSizeInBytes())
            .sum();
    ByteBuffer to = ByteBuffer.allocate(Long.BYTES + bytes).order(ByteOrder.LITTLE_ENDIAN);
    to.putLong(bitmaps.size());
    bitmaps.forEach(
        (high, low) -> {
          to.putInt(high);
          low.serialize(to);
        });
    return Bytes.wrap(to.array());
  }

  static Bytes encode(Roaring64Bitmap bitmap) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      bitmap.serializePortable(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }
}
