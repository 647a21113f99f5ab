package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Numbers that tell what a folder must have. They are written to memory that the operating system
 * keeps, without a sync: after a killed process they are exact, after a power failure they are some
 * seconds old.
 *
 * <pre>
 *   file    | "messina1", 8 | for each number: place | place |
 *   place   | turn, 8 | number, 8 | CRC32C of its offset, turn and number, 4 |
 * </pre>
 *
 * <p>A number is written to the place with the earlier turn, so that a process that is killed
 * meanwhile leaves the former number in the other one.
 */
final class KeptNumbers implements AutoCloseable {

  /** The name of the file, in each folder that has one. */
  static final String FILE = "acknowledged";

  private static final byte[] HEAD = "messina1".getBytes(StandardCharsets.US_ASCII);
  private static final int PLACE_BYTES = 2 * Long.BYTES + Integer.BYTES;

  /** The file of former versions is one number. */
  private static final int FORMER_BYTES = Long.BYTES;

  private final Path folder;

  /** The file, or what it will hold once it is made. */
  private ByteBuffer memory;

  private KeptNumbers(Path folder, ByteBuffer memory) {
    this.folder = folder;
    this.memory = memory;
  }

  /**
   * Reads the file, and changes nothing. Where it is missing all numbers are zero; the last number
   * is the one of a former version. In both cases they are kept from {@link #keep} on.
   */
  static KeptNumbers open(Path folder, int count) throws IOException {
    Path file = folder.resolve(FILE);
    if (isFormer(folder)) {
      long[] numbers = new long[count];
      if (Files.exists(file)) {
        numbers[count - 1] = ByteBuffer.wrap(Files.readAllBytes(file)).getLong();
      }
      return new KeptNumbers(folder, encode(numbers));
    }
    check(file, ByteBuffer.wrap(Files.readAllBytes(file)), count);
    return new KeptNumbers(folder, map(file));
  }

  /** Makes the file, where it is missing or of a former version; before threads use the numbers. */
  void keep() throws IOException {
    if (!(memory instanceof MappedByteBuffer)) {
      byte[] bytes = new byte[memory.capacity()];
      memory.get(0, bytes);
      FolderSync.replace(folder, FILE, FILE + ".partial", bytes);
      memory = map(folder.resolve(FILE));
    }
  }

  /** Whether the file is missing, or was written by a former version. */
  static boolean isFormer(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    return !Files.exists(file) || Files.size(file) == FORMER_BYTES;
  }

  /** 0 if none is known. */
  long get(int index) {
    return memory.getLong(newest(index) + Long.BYTES);
  }

  /** Confined to one thread for each number. */
  void set(int index, long number) {
    int newest = newest(index);
    if (memory.getLong(newest + Long.BYTES) != number) {
      int other = 2 * place(index, 0) + PLACE_BYTES - newest;
      put(memory, other, memory.getLong(newest) + 1, number);
    }
  }

  @Override
  public void close() {
    if (memory instanceof MappedByteBuffer kept) {
      kept.force();
    }
  }

  /** The memory stays without the channel. */
  private static MappedByteBuffer map(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
    }
  }

  private int newest(int index) {
    int first = place(index, 0);
    int second = place(index, 1);
    boolean isFirst =
        isWhole(memory, first)
            && (!isWhole(memory, second) || memory.getLong(first) > memory.getLong(second));
    return isFirst ? first : second;
  }

  private static void check(Path file, ByteBuffer bytes, int count) {
    boolean whole =
        bytes.capacity() == place(count, 0)
            && bytes.slice(0, HEAD.length).equals(ByteBuffer.wrap(HEAD));
    for (int index = 0; whole && index < count; index++) {
      whole = isWhole(bytes, place(index, 0)) || isWhole(bytes, place(index, 1));
    }
    if (!whole) {
      throw new StoreException(
          Code.DAMAGED,
          file
              + " is damaged: restore a backup, or delete it to go on with what the other files"
              + " have");
    }
  }

  private static ByteBuffer encode(long[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(place(numbers.length, 0)).put(HEAD);
    for (int index = 0; index < numbers.length; index++) {
      put(bytes, place(index, 0), 0, numbers[index]);
      put(bytes, place(index, 1), 1, numbers[index]);
    }
    return bytes;
  }

  private static int place(int index, int which) {
    return HEAD.length + (2 * index + which) * PLACE_BYTES;
  }

  private static void put(ByteBuffer bytes, int place, long turn, long number) {
    bytes.putLong(place, turn).putLong(place + Long.BYTES, number);
    bytes.putInt(place + 2 * Long.BYTES, checksum(place, turn, number));
  }

  private static boolean isWhole(ByteBuffer bytes, int place) {
    long turn = bytes.getLong(place);
    long number = bytes.getLong(place + Long.BYTES);
    return bytes.getInt(place + 2 * Long.BYTES) == checksum(place, turn, number);
  }

  private static int checksum(int place, long turn, long number) {
    CRC32C crc = new CRC32C();
    crc.update(
        ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES)
            .putInt(place)
            .putLong(turn)
            .putLong(number)
            .flip());
    return (int) crc.getValue();
  }
}
