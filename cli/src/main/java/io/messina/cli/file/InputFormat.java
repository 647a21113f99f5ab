package io.messina.cli.file;

import java.io.BufferedReader;
import java.util.Locale;

/** The formats of records in a file. */
public enum InputFormat {
  /** A JSON value per line. */
  NDJSON,
  /** A line with the names of the columns, then an event per line. */
  CSV;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * By the end of the file's name, before that of gzip or zstd.
   *
   * @param name of the file
   * @return NDJSON unless it says otherwise
   */
  public static InputFormat ofName(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst|zstd)$", "");
    return plain.endsWith(".csv") ? CSV : NDJSON;
  }

  Records read(BufferedReader text, CsvForm csv) {
    return switch (this) {
      case NDJSON -> new JsonRecords(new TextLines(text));
      case CSV -> new CsvRecords(text, csv);
    };
  }
}
