package io.messina.cli.file;

import io.messina.client.event.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;
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

  private final BufferedReader text;
  private @Nullable MappingIterator<Map<String, String>> rows;
  private long row;

  CsvRecords(BufferedReader text) {
    this.text = text;
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
      throw new BadInputException(place() + ": not CSV: " + e.getOriginalMessage());
    }
  }

  private @Nullable FileEntry nextRow() throws IOException {
    if (rows == null && isEmpty()) {
      return null;
    }
    MappingIterator<Map<String, String>> open = rows == null ? open(text) : rows;
    rows = open;
    return open.hasNextValue()
        ? new FileEntry(row, Payload.json(JsonMapper.shared().writeValueAsBytes(open.nextValue())))
        : null;
  }

  private boolean isEmpty() throws IOException {
    text.mark(1);
    boolean empty = text.read() < 0;
    text.reset();
    return empty;
  }

  private static MappingIterator<Map<String, String>> open(BufferedReader text) {
    return CsvMapper.builder(
            CsvFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build())
        .enable(CsvReadFeature.SKIP_EMPTY_LINES)
        .enable(CsvReadFeature.FAIL_ON_MISSING_COLUMNS)
        .enable(CsvReadFeature.EMPTY_UNQUOTED_STRING_AS_MISSING)
        .build()
        .readerForMapOf(String.class)
        .with(CsvSchema.emptySchema().withHeader())
        .readValues(text);
  }

  private String place() {
    return "row " + row;
  }
}
