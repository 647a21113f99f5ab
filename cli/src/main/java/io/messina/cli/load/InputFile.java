package io.messina.cli.load;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file of text in UTF-8, or standard input; gzip is unpacked, whatever the file is called. */
record InputFile(String name, InputFormat format) {

  static final String STANDARD_INPUT = "-";

  private static final int BUFFER = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xfeff;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  boolean isStandardInput() {
    return name.equals(STANDARD_INPUT);
  }

  InputStream open() throws IOException {
    if (isStandardInput()) {
      return System.in;
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(name + ": not there (expected: a file, or - for stdin)");
    }
    return Files.newInputStream(file);
  }

  /** Takes the bytes, which it need not read to their end. */
  Records read(InputStream bytes) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(bytes, BUFFER);
    buffered.mark(2);
    boolean packed = buffered.read() == GZIP_FIRST && buffered.read() == GZIP_SECOND;
    buffered.reset();
    InputStream plain = packed ? new GZIPInputStream(buffered, BUFFER) : buffered;
    BufferedReader text =
        new BufferedReader(
            new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()), BUFFER);
    passByteOrderMark(text);
    return format.read(text);
  }

  /** Some programs write one, and it belongs neither to JSON nor to the name of a column. */
  private static void passByteOrderMark(BufferedReader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
  }
}
