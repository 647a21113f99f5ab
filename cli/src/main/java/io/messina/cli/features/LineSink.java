package io.messina.cli.features;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Where lines go. */
interface LineSink {

  void write(String line) throws IOException;

  /** Whether nobody reads them any longer. */
  boolean isClosed();

  /** A file. */
  static LineSink to(Writer file) {
    return new LineSink() {

      @Override
      public void write(String line) throws IOException {
        file.write(line);
        file.write('\n');
      }

      @Override
      public boolean isClosed() {
        return false;
      }
    };
  }

  /** Standard output, which a reader may close. */
  static LineSink to(PrintWriter out) {
    return new LineSink() {

      @Override
      public void write(String line) {
        out.print(line + "\n");
      }

      @Override
      public boolean isClosed() {
        return out.checkError();
      }
    };
  }
}
