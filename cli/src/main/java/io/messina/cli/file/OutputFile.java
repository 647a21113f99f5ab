package io.messina.cli.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * A file of text in UTF-8 that is written as a whole or not at all: it is written to a temporary
 * file and then moved to its place. It is packed by gzip where its name ends so.
 */
public final class OutputFile {

  private static final String PACKED = ".gz";
  private static final int BUFFER = 1 << 16;

  private final Path path;

  private OutputFile(Path path) {
    this.path = path;
  }

  /**
   * Refuses at once a file that could not be written after all the work.
   *
   * @param path of the file; one that exists is replaced
   * @return nothing written yet
   * @throws IllegalArgumentException if the file cannot be written at this place
   */
  public static OutputFile at(Path path) {
    Path folder = folder(path);
    boolean writable =
        Files.isDirectory(folder)
            && Files.isWritable(folder)
            && (!Files.exists(path) || (Files.isRegularFile(path) && Files.isWritable(path)));
    if (!writable) {
      throw new IllegalArgumentException(
          path + " cannot be written: name a file in a folder that can be");
    }
    return new OutputFile(path);
  }

  /**
   * Writes the file. If that fails, the former one stays.
   *
   * @param <T> the result of the writing
   * @param writing all of it
   * @return the result of the writing
   * @throws UncheckedIOException if it cannot be written
   */
  public <T> T write(Writing<T> writing) {
    try {
      Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
      Path part = Files.createFile(beside(target));
      part.toFile().deleteOnExit();
      try {
        T written = write(part, writing);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        return written;
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written: " + e.getMessage(), e);
    }
  }

  private <T> T write(Path part, Writing<T> writing) throws IOException {
    try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      OutputStream plain = Channels.newOutputStream(file);
      OutputStream bytes = isPacked() ? new GZIPOutputStream(plain, BUFFER) : plain;
      Writer text =
          new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), BUFFER);
      T written = writing.to(text);
      text.flush();
      if (bytes instanceof GZIPOutputStream packed) {
        packed.finish();
      }
      file.force(true);
      return written;
    }
  }

  /** The name is unique, even where processes of several containers have the same number. */
  private static Path beside(Path target) {
    return target.resolveSibling(target.getFileName() + "." + UUID.randomUUID());
  }

  private boolean isPacked() {
    return path.toString().endsWith(PACKED);
  }

  private static Path folder(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    return folder == null ? absolute : folder;
  }

  /**
   * Writes a file.
   *
   * @param <T> the result of the writing
   */
  @FunctionalInterface
  public interface Writing<T> {

    /**
     * Writes all of it.
     *
     * @param text where to
     * @return the result of the writing
     * @throws IOException if that fails
     */
    T to(Writer text) throws IOException;
  }
}
