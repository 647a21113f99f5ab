package io.messina.cli.demo;

import io.messina.api.Times;
import io.messina.client.event.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sampled edits of all Wikipedias on 12 September 2015, which Apache Druid publishes among its
 * tests: a line of JSON for each, oldest first.
 */
final class WikipediaEdits {

  /** The system property that names the file of the day. The script sets it for users. */
  private static final String FILE = "messina.demo.day";

  /** The number of edits. */
  static final int COUNT = 39_244;

  private WikipediaEdits() {}

  /**
   * An edit as it is posted.
   *
   * @param number of its line, from 1
   * @param time of the edit
   */
  record Line(long number, Payload payload, Instant time, String user) {

    static Line of(long number, String line) {
      JsonNode edit = JsonMapper.shared().readTree(line);
      return new Line(
          number,
          Payload.json(line),
          Times.parse(edit.required("time").stringValue()),
          edit.required("user").stringValue());
    }
  }

  /**
   * The file of the day.
   *
   * @throws IllegalStateException if it is missing
   */
  static Path file() {
    Path file = Path.of(System.getProperty(FILE, ""));
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(
          "the day of edits is missing: %s (expected: the system property %s to name its file)"
              .formatted(file, FILE));
    }
    return file;
  }

  /**
   * The first edits of a file.
   *
   * @param edits how many, or fewer if the file has fewer
   */
  static List<Line> first(Path file, int edits) {
    try (InputStream packed = Files.newInputStream(file);
        InputStream plain = new GZIPInputStream(packed);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      AtomicLong number = new AtomicLong();
      return lines
          .lines()
          .limit(edits)
          .map(line -> Line.of(number.incrementAndGet(), line))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the day of edits cannot be read: " + e.getMessage(), e);
    }
  }
}
