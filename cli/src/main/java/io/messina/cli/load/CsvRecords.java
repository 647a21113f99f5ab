package io.messina.cli.load;

import io.messina.client.Payload;
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

/** CSV with a head: each row becomes a JSON object of texts, named by the head. */
final class CsvRecords implements Records {

  private final MappingIterator<Map<String, String>> rows;
  private long row;

  CsvRecords(BufferedReader text) {
    this.rows =
        CsvMapper.builder(CsvFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build())
            .enable(CsvReadFeature.SKIP_EMPTY_LINES)
            .enable(CsvReadFeature.FAIL_ON_MISSING_COLUMNS)
            .build()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(text);
  }

  @Override
  public @Nullable Payload next() throws IOException {
    row++;
    try {
      return rows.hasNextValue()
          ? Payload.json(JsonMapper.shared().writeValueAsBytes(rows.nextValue()))
          : null;
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new BadInputException(place() + ": not CSV: " + e.getOriginalMessage());
    }
  }

  @Override
  public String place() {
    return "row " + row;
  }
}
