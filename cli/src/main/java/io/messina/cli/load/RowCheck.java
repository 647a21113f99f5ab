package io.messina.cli.load;

import io.messina.api.StreamOptions;
import io.messina.api.Times;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;

/** Whether lines or rows have keys and times that a stream takes, before anything is sent. */
final class RowCheck {

  private static final int KEY_BYTES_MAX = 1_024;

  private final Optional<JsonPointer> key;
  private final Optional<JsonPointer> time;

  /** Of a stream with these options. */
  RowCheck(StreamOptions options) {
    this.key = options.key().flatMap(RowCheck::pointer);
    this.time = options.time().flatMap(RowCheck::pointer);
  }

  /** Looks at an entry; BadInputException where the stream would refuse it for its time or key. */
  void check(FileEntry entry) {
    key.flatMap(place -> Member.of(entry.payload().toBytes(), place))
        .ifPresent(found -> checkKey(entry, found));
    time.flatMap(place -> Member.of(entry.payload().toBytes(), place))
        .ifPresent(found -> checkTime(entry, found));
  }

  private void checkKey(FileEntry entry, Member found) {
    int bytes = found.text().getBytes(StandardCharsets.UTF_8).length;
    if (found.token() == JsonToken.VALUE_STRING && (bytes == 0 || bytes > KEY_BYTES_MAX)) {
      throw wrong(entry, key, "a key of " + bytes + " bytes (expected: from 1 to 1024, or none)");
    }
  }

  private void checkTime(FileEntry entry, Member found) {
    if (found.token() != JsonToken.VALUE_STRING) {
      return;
    }
    try {
      var _ = Times.parse(found.text());
    } catch (IllegalArgumentException e) {
      throw wrong(entry, time, e.getMessage());
    }
  }

  private static BadInputException wrong(
      FileEntry entry, Optional<JsonPointer> place, @Nullable String sentence) {
    return new BadInputException(
        "line or row "
            + entry.number()
            + ": "
            + place.map(JsonPointer::toString).orElse("")
            + ": "
            + sentence
            + "; nothing is made or sent");
  }

  private static Optional<JsonPointer> pointer(String text) {
    try {
      return Optional.of(JsonPointer.compile(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // the server refuses it
    }
  }
}
