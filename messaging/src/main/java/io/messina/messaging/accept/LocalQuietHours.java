package io.messina.messaging.accept;

import io.messina.api.message.account.QuietHours;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The quiet hours at one place. A moment is quiet if the local time is at or after the begin and
 * before the end, also on days when clocks change.
 *
 * @param to their end, of the next day if it is before the begin
 */
record LocalQuietHours(LocalTime from, LocalTime to, ZoneId zone) {

  static LocalQuietHours of(QuietHours hours, ZoneId zone) {
    return new LocalQuietHours(hours.begin(), hours.end(), zone);
  }

  /** The first moment that is not quiet, from another one on. */
  Instant after(Instant moment) {
    Instant found = moment;
    while (isQuiet(found)) {
      found = earlier(end(found), zone.getRules().nextTransition(found));
    }
    return found;
  }

  /** Clocks that are set back may show a time from before the beginning. */
  private static Instant earlier(Instant end, @Nullable ZoneOffsetTransition set) {
    return set == null || end.isBefore(set.getInstant()) ? end : set.getInstant();
  }

  boolean isQuiet(Instant moment) {
    LocalTime time = LocalTime.ofInstant(moment, zone);
    boolean begun = !time.isBefore(from);
    boolean over = !time.isBefore(to);
    return from.isBefore(to) ? begun && !over : begun || !over;
  }

  /** When the clocks show the end next; or pass it, where they are set forward over it. */
  private Instant end(Instant moment) {
    LocalDateTime now = LocalDateTime.ofInstant(moment, zone);
    LocalDateTime end = now.with(to);
    return instant(end.isAfter(now) ? end : end.plusDays(1), moment);
  }

  private Instant instant(LocalDateTime local, Instant after) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      return rules.getTransition(local).getInstant();
    }
    return offsets.stream()
        .map(local::toInstant)
        .filter(after::isBefore)
        .findFirst()
        .orElseGet(() -> local.toInstant(offsets.getLast()));
  }
}
