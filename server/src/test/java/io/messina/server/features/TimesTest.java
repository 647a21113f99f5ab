package io.messina.server.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.features.FeatureException;
import io.messina.features.TimeText;
import io.messina.server.json.Rfc3339;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a time comes in a request, in a line or in an event, it is the same time. */
class TimesTest {

  @Test
  void lines_and_events_have_the_times_that_requests_have() {
    for (String text :
        List.of(
            "2015-09-12T00:46:58Z",
            "2015-09-12t00:46:58.7z",
            "2015-09-12T00:46:58.771000001+05:30",
            "2015-09-12T00:46:58-18:00",
            "2015-09-12T00:46:58-00:00",
            "2015-09-12T00:46:58+18:01",
            "2015-09-12T00:46:58+23:00",
            "2015-09-12T00:46:58+5:30",
            "2015-09-12T00:46:58+05:30:10",
            "2015-09-12T00:46Z",
            "2015-09-12T24:00:00Z",
            "2015-09-12T23:59:60Z",
            "2015-09-12T00:46:58.Z",
            "2015-09-12T00:46:58.0123456789Z",
            "2015-09-12T00:46:58",
            "2015-09-12 00:46:58Z",
            "2015-02-29T00:00:00Z",
            "2016-02-29T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "+12015-09-12T00:46:58Z",
            "-2015-09-12T00:46:58Z",
            "٢٠١٥-09-12T00:46:58Z",
            "noon",
            "")) {
      assertThat(ofLine(text)).as(text).isEqualTo(ofRequest(text));
    }
  }

  private static Optional<Instant> ofLine(String text) {
    try {
      return Optional.of(TimeText.parse(text));
    } catch (FeatureException.Refused _) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> ofRequest(String text) {
    try {
      return Optional.of(Rfc3339.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
