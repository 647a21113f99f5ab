package io.messina.messaging.accept;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The time zones of countries in which all clocks show the same. */
final class CountryZones {

  private static final Map<String, ZoneId> ZONES = read();

  private CountryZones() {}

  /**
   * Returns the one zone of a country.
   *
   * @return empty if it has several, or is not known
   */
  static Optional<ZoneId> find(String country) {
    return Optional.ofNullable(ZONES.get(country));
  }

  private static Map<String, ZoneId> read() {
    try (InputStream file =
            Objects.requireNonNull(CountryZones.class.getResourceAsStream("country-zones.txt"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toMap(line -> line.substring(0, 2), line -> zone(line.substring(3))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ZoneId zone(String name) {
    return ZoneId.of(name);
  }
}
