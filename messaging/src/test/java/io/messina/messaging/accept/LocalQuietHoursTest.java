package io.messina.messaging.accept;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalQuietHoursTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(3);

  /** Clocks that are set by an hour, by half an hour, by a day, and never. */
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Rome"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("Pacific/Apia"),
          ZoneId.of("America/Santiago"),
          ZoneId.of("Asia/Kathmandu"));

  @ParameterizedTest
  @CsvSource({
    // asked at, from, to, zone, leaves at
    "2026-01-10T19:59:00Z, 21:00, 08:00, Europe/Rome, 2026-01-10T19:59:00Z",
    "2026-01-10T20:00:00Z, 21:00, 08:00, Europe/Rome, 2026-01-11T07:00:00Z",
    "2026-01-11T06:59:59Z, 21:00, 08:00, Europe/Rome, 2026-01-11T07:00:00Z",
    "2026-01-11T07:00:00Z, 21:00, 08:00, Europe/Rome, 2026-01-11T07:00:00Z",
    "2026-01-10T12:30:00Z, 13:00, 15:00, Europe/Rome, 2026-01-10T14:00:00Z",
    // 02:30 is skipped: the quiet hours end as the clocks are set from 02:00 to 03:00
    "2026-03-29T00:10:00Z, 21:00, 02:30, Europe/Rome, 2026-03-29T01:00:00Z",
    // 02:30 comes twice: the first one ends them, and they begin again with the second 02:00
    "2026-10-25T00:10:00Z, 21:00, 02:30, Europe/Rome, 2026-10-25T00:30:00Z",
    "2026-10-25T01:10:00Z, 21:00, 02:30, Europe/Rome, 2026-10-25T01:30:00Z",
    // the clocks are set back from quiet 02:00 to 01:00, which is before the beginning
    "2015-11-01T05:52:00Z, 01:35, 00:11, America/New_York, 2015-11-01T06:00:00Z",
    // a whole day is skipped
    "2011-12-30T09:30:00Z, 21:00, 08:00, Pacific/Apia, 2011-12-30T18:00:00Z",
  })
  void a_message_waits_for_the_end_of_quiet_hours(
      Instant moment, LocalTime from, LocalTime to, ZoneId zone, Instant departure) {
    assertThat(new LocalQuietHours(from, to, zone).after(moment)).isEqualTo(departure);
  }

  @Test
  void it_leaves_at_the_first_minute_that_is_not_quiet_whatever_the_clocks_do() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
      Instant moment = moment(random, zone);
      LocalTime from = LocalTime.of(random.nextInt(24), random.nextInt(60));
      LocalTime to = from.plusMinutes(1 + random.nextInt(24 * 60 - 1));
      LocalQuietHours quiet = new LocalQuietHours(from, to, zone);
      assertThat(quiet.after(moment))
          .as("seed %d: %s from %s", seed, quiet, moment)
          .isEqualTo(minuteByMinute(quiet, moment));
    }
  }

  /** Most of them close to a moment at which clocks are set. */
  private static Instant moment(Random random, ZoneId zone) {
    Instant any =
        Instant.parse("2008-01-01T00:00:00Z").plus(random.nextInt(8_000), ChronoUnit.DAYS);
    Optional<ZoneOffsetTransition> set =
        Optional.ofNullable(zone.getRules().nextTransition(any))
            .filter(_ -> random.nextInt(10) > 0);
    return set.map(ZoneOffsetTransition::getInstant)
        .orElse(any)
        .plus(Duration.ofMinutes(random.nextInt(2_000) - 1_500));
  }

  private static Instant minuteByMinute(LocalQuietHours quiet, Instant moment) {
    Instant found = moment;
    while (quiet.isQuiet(found)) {
      found = found.plus(MINUTE);
    }
    assertThat(Duration.between(moment, found)).isLessThan(LONGEST);
    return found;
  }

  @Test
  void a_country_has_a_zone_if_all_its_clocks_show_the_same() {
    assertThat(CountryZones.find("IT")).contains(ZoneId.of("Europe/Rome"));
    assertThat(CountryZones.find("DE")).contains(ZoneId.of("Europe/Berlin"));
    assertThat(CountryZones.find("US")).isEmpty();
    assertThat(CountryZones.find("XX")).isEmpty();
  }
}
