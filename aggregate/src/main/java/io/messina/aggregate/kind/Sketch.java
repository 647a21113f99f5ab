package io.messina.aggregate.kind;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import io.messina.aggregate.state.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * About how many different hashes there were. The first ones are kept as they are, so that small
 * groups are small and exact; then an UltraLogLog (Ertl, VLDB 2024) takes their place:
 *
 * <pre>
 *   | 0 | precision | hashes in their order without signs, 8 bytes each
 *   | 1 | precision | registers, 2^precision bytes
 * </pre>
 */
final class Sketch {

  static final int PRECISION_MIN = 10;
  static final int PRECISION_MAX = 16;

  private static final byte HASHES = 0;
  private static final byte REGISTERS = 1;
  private static final int HEADER = 2;
  private static final int HASHES_SHIFT = 5;
  private static final int MEMORY_BYTES = 64;

  private final int precision;
  private long[] hashes = new long[4];
  private int count;
  private @Nullable UltraLogLog registers;

  Sketch(int precision) {
    this.precision = precision;
  }

  /** Sketches of one precision. */
  record Type(int precision) implements ValueType<Sketch> {

    @Override
    public Sketch empty() {
      return new Sketch(precision);
    }

    @Override
    public Sketch decode(Bytes bytes) {
      return Sketch.decode(bytes);
    }

    @Override
    public Bytes encode(Sketch sketch) {
      return sketch.encode();
    }

    @Override
    public int memoryBytes(Sketch sketch) {
      UltraLogLog dense = sketch.registers;
      return MEMORY_BYTES
          + (dense == null ? sketch.hashes.length * Long.BYTES : 1 << sketch.precision);
    }
  }

  void add(long hash) {
    UltraLogLog dense = registers;
    if (dense != null) {
      var _ = dense.add(hash);
      return;
    }
    int place = find(hash);
    if (place >= 0) {
      return;
    }
    if (count == 1 << (precision - HASHES_SHIFT)) {
      var _ = dense().add(hash);
      return;
    }
    int at = -place - 1;
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    System.arraycopy(hashes, at, hashes, at + 1, count - at);
    hashes[at] = hash;
    count++;
  }

  /** As {@code Arrays.binarySearch}, without signs. */
  private int find(long hash) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(hashes[middle], hash);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private UltraLogLog dense() {
    UltraLogLog dense = registers;
    if (dense == null) {
      dense = UltraLogLog.create(precision);
      for (int i = 0; i < count; i++) {
        var _ = dense.add(hashes[i]);
      }
      registers = dense;
      hashes = new long[0];
    }
    return dense;
  }

  /** Takes all that another one has. */
  void add(Sketch other) {
    if (other.precision != precision) {
      throw new IllegalArgumentException(
          "precision: "
              + other.precision
              + " (expected: "
              + precision
              + ", as the other part has)");
    }
    UltraLogLog dense = other.registers;
    if (dense == null) {
      for (int i = 0; i < other.count; i++) {
        add(other.hashes[i]);
      }
    } else {
      var _ = dense().add(dense);
    }
  }

  double estimate() {
    UltraLogLog dense = registers;
    return dense == null ? count : dense.getDistinctCountEstimate();
  }

  Bytes encode() {
    UltraLogLog dense = registers;
    byte[] state = dense == null ? new byte[0] : dense.getState();
    ByteBuffer to =
        ByteBuffer.allocate(HEADER + (dense == null ? count * Long.BYTES : state.length))
            .put(dense == null ? HASHES : REGISTERS)
            .put((byte) precision)
            .put(state);
    for (int i = 0; dense == null && i < count; i++) {
      to.putLong(hashes[i]);
    }
    return Bytes.wrap(to.array());
  }

  static Sketch decode(Bytes bytes) {
    ByteBuffer from = bytes.asByteBuffer();
    byte form = from.get();
    Sketch sketch = new Sketch(from.get());
    if (form == REGISTERS) {
      byte[] state = new byte[from.remaining()];
      from.get(state);
      sketch.registers = UltraLogLog.wrap(state);
    } else if (form == HASHES) {
      sketch.count = from.remaining() / Long.BYTES;
      sketch.hashes = new long[Math.max(1, sketch.count)];
      from.asLongBuffer().get(sketch.hashes, 0, sketch.count);
    } else {
      throw new IllegalArgumentException("sketch: form " + form + " (expected: 0 or 1)");
    }
    return sketch;
  }
}
