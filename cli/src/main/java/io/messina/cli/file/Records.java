package io.messina.cli.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines or rows of a file, one after the other. For one thread. */
public interface Records {

  /**
   * The next one.
   *
   * @return null at the end
   * @throws BadInputException if it is not of the expected form
   * @throws IOException if the file cannot be read
   */
  @Nullable FileEntry next() throws IOException;
}
