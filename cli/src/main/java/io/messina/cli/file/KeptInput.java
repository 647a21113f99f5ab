package io.messina.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * An input that can be read more than once: standard input is kept in a temporary file until this
 * is closed, other files are as they are.
 */
public final class KeptInput implements AutoCloseable {

  private final InputFile input;
  private final Optional<Path> kept;

  private KeptInput(InputFile input, Optional<Path> kept) {
    this.input = input;
    this.kept = kept;
  }

  /**
   * Reads standard input to its end, where it is that.
   *
   * @param input any
   * @return to be closed
   * @throws IOException where it cannot be read or kept
   */
  public static KeptInput of(InputFile input) throws IOException {
    if (!input.isStandardInput()) {
      return new KeptInput(input, Optional.empty());
    }
    Path file = Files.createTempFile("messina-", ".input");
    file.toFile().deleteOnExit();
    try (InputStream bytes = input.open()) {
      Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return new KeptInput(input.keptIn(file), Optional.of(file));
  }

  /**
   * What can be read.
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
