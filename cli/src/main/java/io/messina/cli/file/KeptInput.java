package io.messina.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An input that can be read more than once: standard input, or a pipe, is kept in a temporary file
 * until this is closed, other files are as they are.
 */
public final class KeptInput implements AutoCloseable {

  private final InputFile input;
  private final Optional<Path> kept;

  private KeptInput(InputFile input, Optional<Path> kept) {
    this.input = input;
    this.kept = kept;
  }

  /**
   * Keeps standard input, or a pipe, in a file: it reads them to their end.
   *
   * @param input any
   * @return to be closed
   * @throws BadInputException if the file does not exist, or may not be read
   * @throws IOException if it cannot be read or kept
   */
  public static KeptInput of(InputFile input) throws IOException {
    if (!input.isReadOnce()) {
      input.checkReadable();
      return new KeptInput(input, Optional.empty());
    }
    try (InputStream bytes = input.open()) {
      Path file = keep(bytes);
      return new KeptInput(input.keptIn(file), Optional.of(file));
    }
  }

  /** The temporary file is its owner's only, and is written as it was created. */
  static Path keep(InputStream bytes) throws IOException {
    Path file = Files.createTempFile("messina-", ".input");
    file.toFile().deleteOnExit();
    try (OutputStream kept = Files.newOutputStream(file)) {
      bytes.transferTo(kept);
    }
    return file;
  }

  /**
   * Returns the kept file.
   *
   * @return as often as wanted
   */
  public InputFile file() {
    return input;
  }

  @Override
  public void close() throws IOException {
    if (kept.isPresent()) {
      Files.deleteIfExists(kept.get());
    }
  }
}
