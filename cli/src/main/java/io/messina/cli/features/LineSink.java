package io.messina.cli.features;

import java.io.IOException;
import java.io.Writer;

/** The destination of lines. */
interface LineSink {

  void write(String line) throws IOException;

  /** Makes the lines visible to readers. */
  void flush() throws IOException;

  /** Returns whether the reader of the lines has ended. Then they are lost. */
  boolean isClosed();

  /** Writes to a file that appears only when it is complete. */
  static LineSink to(Writer file) {
    return new LineSink() {

      @Override
      public void write(String line) throws IOException {
        file.write(line);
        file.write('\n');
      }

      @Override
      public void flush() {}

      @Override
      public boolean isClosed() {
        return false;
      }
    };
  }
}
