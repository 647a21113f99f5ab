package io.messina.stream.log;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Files of what other implementations answer, in the folder that the system property {@code
 * messina.test.vectors} names. A test that asks for one is skipped where it is absent.
 */
final class PublishedVectors {

  /** Seen from a module's folder: beside the project. */
  private static final String DEFAULT_FOLDER = "../../shared/data";

  private PublishedVectors() {}

  /** The rows of a CSV file without its head. */
  static List<String[]> rows(String name) throws IOException {
    Path file = Path.of(System.getProperty("messina.test.vectors", DEFAULT_FOLDER), name);
    assumeThat(file).exists();
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).map(line -> line.split(",", -1)).toList();
    }
  }
}
