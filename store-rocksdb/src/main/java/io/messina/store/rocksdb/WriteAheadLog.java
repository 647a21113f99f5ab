package io.messina.store.rocksdb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The readable part of one file of RocksDB's write-ahead log, and its last sequence number.
 *
 * <pre>
 *   file      | block of 32 KiB | block | ...
 *   block     | fragment | fragment | ... | zeros where less than a header is left |
 *   fragment  | masked CRC32C of type and bytes, 4 | length, 2 | type, 1 | bytes |      all little-endian
 *   type      1 whole record, 2 first, 3 middle, 4 last fragment of a record
 *   record    | sequence number, 8 | count, 4 | changes |
 * </pre>
 *
 * <p>The format is described in RocksDB's wiki, "Write Ahead Log File Format".
 *
 * @param path the file
 * @param sizeBytes its length, without zeros at the end that were reserved and never written
 * @param readableBytes where the last readable record ends
 * @param lastSequence the sequence number of the last change of that record, if there is one
 * @param groups the count of the last {@link LogMarks} up to there, or 0 if there are none
 */
record WriteAheadLog(
    Path path, long sizeBytes, long readableBytes, OptionalLong lastSequence, long groups) {

  private static final int BLOCK_BYTES = 32 * 1024;
  private static final int HEADER_BYTES = 7;
  private static final int WHOLE = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;
  private static final int CRC_MASK_DELTA = 0xa282ead8;
  private static final int RECORD_HEADER_BYTES = Long.BYTES + Integer.BYTES;

  /** Reads a file up to the first group that logs of tables with these ends cannot have seen. */
  static WriteAheadLog read(Path path, Map<String, Long> logEnds) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      Reading reading = new Reading(channel, logEnds);
      reading.readAll();
      return new WriteAheadLog(
          path,
          reading.sizeWithoutZeros(),
          reading.readableBytes,
          reading.lastSequence,
          reading.groups);
    }
  }

  boolean isWhole() {
    return readableBytes >= sizeBytes;
  }

  /** Cuts off the unreadable part. */
  void cut() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(readableBytes);
      channel.force(true);
    }
  }

  private static void fill(FileChannel channel, ByteBuffer buffer, long position)
      throws IOException {
    int read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = channel.read(buffer, position + buffer.position());
    }
  }

  /** One pass over a file. */
  private static final class Reading {

    private final FileChannel channel;
    private final Map<String, Long> logEnds;
    private final ByteBuffer block =
        ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteArrayOutputStream recordStart = new ByteArrayOutputStream();
    private long blockStart;
    private long readableBytes;
    private long nonZeroBytes;
    private boolean inRecord;
    private OptionalLong lastSequence = OptionalLong.empty();
    private long groups;

    Reading(FileChannel channel, Map<String, Long> logEnds) {
      this.channel = channel;
      this.logEnds = logEnds;
    }

    void readAll() throws IOException {
      boolean readable = true;
      while (nextBlock()) {
        while (readable && block.remaining() >= HEADER_BYTES) {
          readable = readFragment();
        }
        blockStart += BLOCK_BYTES;
      }
    }

    long sizeWithoutZeros() {
      return nonZeroBytes;
    }

    private boolean nextBlock() throws IOException {
      block.clear();
      fill(channel, block, blockStart);
      block.flip();
      for (int i = block.limit() - 1; i >= 0; i--) {
        if (block.get(i) != 0) {
          nonZeroBytes = blockStart + i + 1;
          break;
        }
      }
      return block.hasRemaining();
    }

    private boolean readFragment() {
      int start = block.position();
      int crc = block.getInt(start);
      int length = Short.toUnsignedInt(block.getShort(start + 4));
      int type = block.get(start + 6);
      int end = start + HEADER_BYTES + length;
      if (end > block.limit()
          || type < WHOLE
          || type > LAST
          || crc != maskedCrc(start + 6, length + 1)) {
        return false;
      }
      boolean begins = type == WHOLE || type == FIRST;
      if (begins == inRecord) {
        return false;
      }
      if (begins) {
        recordStart.reset();
      }
      int missing = Math.clamp(LogMarks.RECORD_BYTES - (long) recordStart.size(), 0, length);
      recordStart.write(block.array(), start + HEADER_BYTES, missing);
      inRecord = type == FIRST || type == MIDDLE;
      block.position(end);
      return inRecord || endRecord(end);
    }

    private boolean endRecord(int end) {
      byte[] start = recordStart.toByteArray();
      ByteBuffer record = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
      if (start.length >= RECORD_HEADER_BYTES) {
        long last = record.getLong() + record.getInt() - 1;
        Optional<LogMarks> marks = LogMarks.find(record.slice());
        if (!marks.map(found -> found.isWithin(logEnds)).orElse(true)) {
          return false;
        }
        groups = marks.map(LogMarks::count).orElse(groups);
        lastSequence = OptionalLong.of(last);
      }
      readableBytes = blockStart + end;
      return true;
    }

    private int maskedCrc(int start, int length) {
      CRC32C crc = new CRC32C();
      crc.update(block.array(), start, length);
      return Integer.rotateRight((int) crc.getValue(), 15) + CRC_MASK_DELTA;
    }
  }
}
