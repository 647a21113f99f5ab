package io.messina.cli.features;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Standard output as lines in UTF-8, for any locale. Unlike {@link System#out} it tells why it
 * cannot be written: a reader that has gone is no failure, a full disk is one.
 */
final class StandardOutput implements LineSink {

  private static final int BUFFER = 1 << 16;
  private static final String READER_GONE = "broken pipe";

  private final Writer text =
      new BufferedWriter(
          new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8),
          BUFFER);
  private boolean closed;

  @Override
  public void write(String line) throws IOException {
    unlessClosed(
        () -> {
          text.write(line);
          text.write('\n');
        });
  }

  @Override
  public void flush() throws IOException {
    unlessClosed(text::flush);
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  private void unlessClosed(Writing writing) throws IOException {
    if (closed) {
      return;
    }
    try {
      writing.run();
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.toLowerCase(Locale.ROOT).contains(READER_GONE)) {
        throw new IOException("standard output cannot be written: " + why, e);
      }
      closed = true;
    }
  }

  /** A write that may fail. */
  @FunctionalInterface
  private interface Writing {

    void run() throws IOException;
  }
}
