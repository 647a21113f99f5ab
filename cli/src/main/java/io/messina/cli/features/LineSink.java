package io.messina.cli.features;

import java.io.IOException;
import java.io.Writer;

/** Where lines go. */
interface LineSink {

  void write(String line) throws IOException;

  /** Makes the lines visible to readers. */
  void flush() throws IOException;

  /** Whether nobody reads the lines any longer. Then they are lost. */
  boolean isClosed();

  /** A file, which nobody reads before it is there as a whole. */
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
