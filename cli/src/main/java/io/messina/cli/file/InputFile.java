package io.messina.cli.file;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * A file of text in UTF-8, or standard input; gzip and zstd are unpacked, recognised by their bytes
 * and not by the file's name.
 *
 * @param name as it was typed, or {@link #STANDARD_INPUT}
 * @param path where it is
 * @param format of its records
 * @param csv how it is written, if it is CSV
 */
public record InputFile(String name, Path path, InputFormat format, CsvForm csv) {

  /** The name that stands for standard input. */
  public static final String STANDARD_INPUT = "-";

  private static final int BUFFER = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xfeff;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

  /**
   * A file.
   *
   * @param name of the file, or {@link #STANDARD_INPUT}
   * @param format of its records
   * @return asks nothing of the disk
   */
  public static InputFile of(String name, InputFormat format) {
    return of(name, format, CsvForm.DEFAULT);
  }

  /**
   * A file, of which it is said how its CSV is written.
   *
   * @param name of the file, or {@link #STANDARD_INPUT}
   * @param format of its records
   * @param csv how it is written, if it is CSV
   * @return asks nothing of the disk
   */
  public static InputFile of(String name, InputFormat format, CsvForm csv) {
    return new InputFile(name, Path.of(name), format, csv);
  }

  /** Returns the same content in another file, which keeps an input that can be read only once. */
  InputFile keptIn(Path file) {
    return new InputFile(isStandardInput() ? "standard input" : name, file, format, csv);
  }

  /**
   * Whether it can be read only once.
   *
   * @return true for standard input, and for a pipe as of {@code <(zcat …)}
   */
  public boolean isReadOnce() {
    return isStandardInput()
        || (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path));
  }

  private boolean isStandardInput() {
    return name.equals(STANDARD_INPUT);
  }

  /**
   * Fails as {@link #open} would, without reading.
   *
   * @throws BadInputException if the file does not exist, or may not be read
   */
  public void checkReadable() {
    if (!Files.exists(path)) {
      throw new BadInputException(name + ": not there (expected: a file, or - for stdin)");
    }
    if (Files.isDirectory(path)) {
      throw new BadInputException(name + ": a folder (expected: a file, or - for stdin)");
    }
    if (!Files.isReadable(path)) {
      throw new BadInputException(name + ": not to be read (expected: the right to read it)");
    }
  }

  /**
   * Opens it.
   *
   * @return its bytes, packed or not
   * @throws BadInputException if the file does not exist, or may not be read
   * @throws IOException if it cannot be read
   */
  public InputStream open() throws IOException {
    if (isStandardInput()) {
      return System.in;
    }
    checkReadable();
    return Files.newInputStream(path);
  }

  /**
   * Begins to read.
   *
   * @param bytes as {@link #open} gave them, which need not be read to their end
   * @return its records
   * @throws IOException if it cannot be read
   */
  public Records records(InputStream bytes) throws IOException {
    return format.read(text(bytes), csv);
  }

  /**
   * Begins to read it as lines, for any format.
   *
   * @param bytes as {@link #open} gave them, which need not be read to their end
   * @return its lines
   * @throws IOException if it cannot be read
   */
  public TextLines lines(InputStream bytes) throws IOException {
    return new TextLines(text(bytes));
  }

  private static BufferedReader text(InputStream bytes) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(bytes, BUFFER);
    buffered.mark(ZSTD.length);
    byte[] first = buffered.readNBytes(ZSTD.length);
    buffered.reset();
    InputStream plain = buffered;
    if (Arrays.equals(first, ZSTD)) {
      plain = new ZstdInputStreamNoFinalizer(buffered);
    } else if (Arrays.equals(Arrays.copyOf(first, GZIP.length), GZIP)) {
      plain = new GzipMembers(buffered);
    }
    BufferedReader text =
        new BufferedReader(
            new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()), BUFFER);
    passByteOrderMark(text);
    return text;
  }

  /**
   * Reads it in any way.
   *
   * @param <T> the result of the reading
   * @param reading of this file
   * @return the result of the reading
   * @throws BadInputException also if the file is not of the format that its first bytes announce
   * @throws IOException if it cannot be read
   */
  public <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (CharacterCodingException e) {
      throw new BadInputException(name + ": not text in UTF-8 (expected: UTF-8)");
    } catch (EOFException | ZipException | ZstdIOException e) {
      throw new BadInputException(
          name + ": gzip or zstd that is cut off or damaged (expected: all of it)");
    }
  }

  /**
   * Reads a file.
   *
   * @param <T> the result of the reading
   */
  @FunctionalInterface
  public interface Reading<T> {

    /**
     * Does so.
     *
     * @return the result of the reading
     * @throws IOException if it cannot be read
     */
    T run() throws IOException;
  }

  /** Some programs write one, and it is not part of the JSON or of the name of a column. */
  private static void passByteOrderMark(BufferedReader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
  }
}
