package io.messina.store.rocksdb;

import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file of {@link RowFrame}s, one behind the other from its first byte on. Behind the last one are
 * zeros or what an earlier use of the disk space left. It is written by the committer only and read
 * by many threads, through memory: so no thread that is interrupted closes it for the others.
 */
final class RowFile implements AutoCloseable {

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 * 1024).asReadOnlyBuffer();
  private static final int ALLOCATED_AT_ONCE_MAX = 1024 * 1024;
  private static final ValueLayout.OfLong SEQUENCE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** A frame behind a damaged one has a sequence not further ahead than this. */
  private static final long SEQUENCE_JUMP_MAX = 1 << 24;

  private final long number;
  private final Path path;
  private final ReentrantLock mapping = new ReentrantLock();
  private volatile @Nullable View view;
  private volatile boolean gone;
  private volatile int end;
  private volatile long expiresAtMillis = Long.MIN_VALUE;

  /** Confined to the committer. */
  private @Nullable FileChannel channel;

  private int allocated;

  /** Confined to the sweeper: all frames before are of rows that are gone. */
  private int liveFrom;

  private record View(Arena arena, MemorySegment bytes) {}

  RowFile(long number, Path path) {
    this.number = number;
    this.path = path;
  }

  long number() {
    return number;
  }

  Path path() {
    return path;
  }

  /** Where the last frame ends that was committed. */
  int end() {
    return end;
  }

  /** When its last row will have expired. */
  long expiresAtMillis() {
    return expiresAtMillis;
  }

  void extendTo(int newEnd, long rowsExpireAtMillis) {
    expiresAtMillis = Math.max(expiresAtMillis, rowsExpireAtMillis);
    end = newEnd;
  }

  int liveFrom() {
    return liveFrom;
  }

  void liveFrom(int offset) {
    liveFrom = offset;
  }

  long sizeBytes() throws IOException {
    return Files.size(path);
  }

  /** Makes it ready to be written; its present length is disk space to be used. */
  void openForWriting() throws IOException {
    FileChannel opened =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel = opened;
    allocated = Math.toIntExact(opened.size());
  }

  /**
   * Writes bytes at a place. Where that is behind the end of the file, zeros are written ahead: a
   * sync is cheaper as long as the length stays.
   */
  void write(ByteBuffer bytes, int offset, int bytesMax) throws IOException {
    int behind = Math.addExact(offset, bytes.remaining());
    if (allocated < behind) {
      int step = Math.clamp(allocated, ZEROS.capacity(), ALLOCATED_AT_ONCE_MAX);
      allocate(Math.max(behind, Math.min(Math.addExact(behind, step), bytesMax)));
    }
    writeFully(bytes, offset);
  }

  private void allocate(int target) throws IOException {
    while (allocated < target) {
      int step = Math.min(target - allocated, ZEROS.capacity());
      writeFully(ZEROS.slice(0, step), allocated);
      allocated += step;
    }
  }

  private void writeFully(ByteBuffer bytes, int offset) throws IOException {
    int at = offset;
    while (bytes.hasRemaining()) {
      at += writing().write(bytes, at);
    }
  }

  /** Makes durable what was written. */
  void force() throws IOException {
    writing().force(false);
  }

  /** The same, whether it is still written to or not. */
  void forceAgain() throws IOException {
    try (FileChannel opened = FileChannel.open(path, StandardOpenOption.WRITE)) {
      opened.force(false);
    }
  }

  void endWriting() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }

  /** Cuts off everything behind the last frame that counts. */
  void truncate() throws IOException {
    unmap();
    try (FileChannel opened = FileChannel.open(path, StandardOpenOption.WRITE)) {
      opened.truncate(end);
      opened.force(true);
    }
  }

  /** Reads a frame, or returns null where there is none of this file. */
  @Nullable RowFrame frame(int offset) {
    byte[] header = read(offset, RowFrame.HEADER_BYTES);
    if (header == null) {
      return null;
    }
    int bytes = RowFrame.sizeBytes(header);
    return bytes < RowFrame.HEADER_BYTES ? null : frame(offset, bytes);
  }

  @Nullable RowFrame frame(int offset, int bytes) {
    byte[] read = read(offset, bytes);
    return read == null ? null : RowFrame.read(number, read);
  }

  /** Whether a commit group begins behind a place: it was written once all before was durable. */
  boolean hasGroupBehind(int offset, long sequence) {
    View current = viewOf(Math.addExact(offset, RowFrame.HEADER_BYTES));
    if (current == null) {
      return false;
    }
    long last = current.bytes.byteSize() - RowFrame.HEADER_BYTES;
    for (int at = offset; at <= last; at++) {
      long found = current.bytes.get(SEQUENCE, (long) at + RowFrame.SEQUENCE_OFFSET);
      if (found > sequence && found < sequence + SEQUENCE_JUMP_MAX) {
        RowFrame frame = frame(at);
        if (frame != null && frame.has(RowFrame.FIRST)) {
          return true;
        }
      }
    }
    return false;
  }

  private byte @Nullable [] read(int offset, int bytes) {
    while (true) {
      View current = viewOf((long) offset + bytes);
      if (current == null) {
        return null;
      }
      try {
        byte[] read = new byte[bytes];
        MemorySegment.copy(current.bytes, ValueLayout.JAVA_BYTE, offset, read, 0, bytes);
        return read;
      } catch (IllegalStateException e) {
        if (current.arena.scope().isAlive()) {
          throw e;
        }
        // it was mapped again in the meantime, or is gone
      } catch (InternalError e) {
        throw new StoreUnavailableException(path + " could not be read: " + e.getMessage(), e);
      }
    }
  }

  /** The file as far as a place at least, or null where it ends before or is gone. */
  private @Nullable View viewOf(long bytes) {
    View current = view;
    if (current != null && current.bytes.byteSize() >= bytes) {
      return current;
    }
    mapping.lock();
    try {
      current = view;
      if (gone || (current != null && current.bytes.byteSize() >= bytes)) {
        return gone ? null : current;
      }
      if (current != null && sizeBytes() <= current.bytes.byteSize()) {
        return null;
      }
      View whole = map();
      view = whole;
      if (current != null) {
        current.arena.close();
      }
      return whole.bytes.byteSize() >= bytes ? whole : null;
    } catch (IOException e) {
      throw new StoreUnavailableException(path + " could not be read: " + IoReason.of(e), e);
    } finally {
      mapping.unlock();
    }
  }

  private View map() throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        Arena arena = Arena.ofShared();
        try (FileChannel opened = FileChannel.open(path, StandardOpenOption.READ)) {
          return new View(
              arena, opened.map(FileChannel.MapMode.READ_ONLY, 0, opened.size(), arena));
        } catch (ClosedByInterruptException e) {
          arena.close();
          interrupted = Thread.interrupted();
        } catch (IOException | RuntimeException e) {
          arena.close();
          throw e;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives memory and channel back; nothing can be read any more. */
  @Override
  public void close() throws IOException {
    gone = true;
    unmap();
    endWriting();
  }

  private void unmap() {
    mapping.lock();
    try {
      View current = view;
      view = null;
      if (current != null) {
        current.arena.close();
      }
    } finally {
      mapping.unlock();
    }
  }

  private FileChannel writing() {
    FileChannel current = channel;
    if (current == null) {
      throw new IllegalStateException(path + " is not open for writing");
    }
    return current;
  }
}
