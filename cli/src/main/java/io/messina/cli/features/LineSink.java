package io.messina.cli.features;

import java.io.IOException;
import java.io.Writer;

/** Where lines go. */
interface LineSink {

  void write(String line) throws IOException;

  /** Lets readers have what is written. */
  void flush() throws IOException;

  /** Whether nobody reads them any longer. Then what is written is lost. */
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
