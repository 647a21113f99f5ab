package io.messina.cli.file;

import java.util.Optional;

/**
 * The form of a CSV file.
 *
 * @param delimiter separates cells
 * @param utcColumn the column whose times without a zone are of UTC, if there is one
 */
public record CsvForm(char delimiter, Optional<String> utcColumn) {

  /** With commas, and cells as they are. */
  public static final CsvForm DEFAULT = new CsvForm(',', Optional.empty());

  /**
   * Returns a name that differs between forms, since different forms make different events of the
   * same file.
   *
   * @return empty by default
   */
  public String name() {
    return (delimiter == ',' ? "" : "-" + Integer.toHexString(delimiter))
        + utcColumn.map(column -> "-utc-" + Integer.toHexString(column.hashCode())).orElse("");
  }
}
