package io.messina.testkit.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The bytes of a file; changes since the last sync are kept apart, since a power failure undoes
 * them.
 */
final class DiskFile implements DiskNode {

  private sealed interface Change {}

  private record Write(int offset, byte[] bytes) implements Change {}

  private record Resize(int size) implements Change {}

  /** A growing array. */
  private static final class Content {

    private byte[] bytes = new byte[0];
    private int size;

    void apply(Change change) {
      switch (change) {
        case Write write -> write(write.offset(), write.bytes(), write.bytes().length);
        case Resize resize -> resize(resize.size());
      }
    }

    void write(int offset, byte[] source, int length) {
      if (offset + length > size) {
        resize(offset + length);
      }
      System.arraycopy(source, 0, bytes, offset, length);
    }

    void resize(int newSize) {
      if (newSize > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(newSize, 2 * bytes.length));
      } else if (newSize < size) {
        Arrays.fill(bytes, newSize, size, (byte) 0);
      }
      size = newSize;
    }

    void copyFrom(Content other) {
      bytes = Arrays.copyOf(other.bytes, other.size);
      size = other.size;
    }
  }

  private final long id;
  private final Content seen = new Content();
  private final Content durable = new Content();
  private final List<Change> unsynced = new ArrayList<>();

  DiskFile(long id) {
    this.id = id;
  }

  @Override
  public long id() {
    return id;
  }

  int size() {
    return seen.size;
  }

  byte[] read(long offset, int length) {
    int from = (int) Math.min(offset, seen.size);
    return Arrays.copyOfRange(seen.bytes, from, Math.min(seen.size, from + length));
  }

  void write(int offset, byte[] bytes) {
    change(new Write(offset, bytes));
  }

  void resize(int size) {
    change(new Resize(size));
  }

  private void change(Change change) {
    seen.apply(change);
    unsynced.add(change);
  }

  @Override
  public void sync() {
    unsynced.forEach(durable::apply);
    unsynced.clear();
  }

  @Override
  public void failSync() {
    unsynced.clear();
  }

  @Override
  public void losePower(RandomGenerator random) {
    int kept = random.nextInt(unsynced.size() + 1);
    unsynced.subList(0, kept).forEach(durable::apply);
    if (kept < unsynced.size() && unsynced.get(kept) instanceof Write torn) {
      durable.write(torn.offset(), torn.bytes(), random.nextInt(torn.bytes().length + 1));
    }
    unsynced.clear();
    seen.copyFrom(durable);
  }
}
