package io.messina.cli.file;

import io.messina.api.StrictJson;
import io.messina.client.event.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvFactory;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/**
 * CSV with a head: each row becomes a JSON object of texts, named by the head. An empty cell is a
 * field that is absent, unless it is quoted.
 */
final class CsvRecords implements Records {

  /** As in 2010-12-01 08:26:00, or with a T, with or without seconds and their fraction. */
  private static final Pattern WITHOUT_ZONE =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d)(:\\d\\d(?:\\.\\d{1,9})?)?");

  private final BufferedReader text;
  private final CsvForm form;
  private @Nullable MappingIterator<Map<String, String>> rows;
  private long row;

  CsvRecords(BufferedReader text, CsvForm form) {
    this.text = text;
    this.form = form;
  }

  @Override
  public @Nullable FileEntry next() throws IOException {
    row++;
    try {
      return nextRow();
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new BadInputException(place() + ": not CSV: " + StrictJson.fault(e));
    }
  }

  private @Nullable FileEntry nextRow() throws IOException {
    if (rows == null && isEmpty()) {
      return null;
    }
    MappingIterator<Map<String, String>> open = rows == null ? open() : rows;
    rows = open;
    if (!open.hasNextValue()) {
      return null;
    }
    Map<String, String> cells = open.nextValue();
    form.utcColumn().ifPresent(column -> cells.computeIfPresent(column, (_, cell) -> utc(cell)));
    return new FileEntry(row, Payload.json(JsonMapper.shared().writeValueAsBytes(cells)));
  }

  private static String utc(String cell) {
    Matcher time = WITHOUT_ZONE.matcher(cell);
    return time.matches()
        ? time.group(1)
            + "T"
            + time.group(2)
            + (time.group(3) == null ? ":00" : time.group(3))
            + "Z"
        : cell;
  }

  private boolean isEmpty() throws IOException {
    text.mark(1);
    boolean empty = text.read() < 0;
    text.reset();
    return empty;
  }

  private MappingIterator<Map<String, String>> open() {
    return CsvMapper.builder(
            CsvFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build())
        .enable(CsvReadFeature.FAIL_ON_MISSING_COLUMNS)
        .enable(CsvReadFeature.EMPTY_UNQUOTED_STRING_AS_MISSING)
        .build()
        .readerForMapOf(String.class)
        .with(CsvSchema.emptySchema().withHeader().withColumnSeparator(form.delimiter()))
        .readValues(new FullLines(text, form.delimiter()));
  }

  private String place() {
    return "row " + row;
  }
}
