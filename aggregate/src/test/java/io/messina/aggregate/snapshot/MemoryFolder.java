package io.messina.aggregate.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A folder in memory where the machine has such, for tests that sync often and never lose power.
 */
public final class MemoryFolder implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return create();
  }

  /** Returns an empty folder. */
  public static Path create() throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, "messina")
        : Files.createTempDirectory("messina");
  }
}
