package io.messina.messaging.usage;

import io.messina.aggregate.GroupFilter;
import io.messina.api.Checks;
import io.messina.api.message.AccountName;
import io.messina.store.Bytes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Optional;

/**
 * A query for usage.
 *
 * @param account only of this account
 * @param from the first day, in UTC
 * @param to the first day after the period
 * @param limit rows at most, from 1 to 10,000
 * @param after the end of the page before; empty for the first one
 */
public record UsageQuery(
    Optional<AccountName> account, LocalDate from, LocalDate to, int limit, Optional<Bytes> after) {

  /** The default bound of rows of a page. */
  public static final int LIMIT_DEFAULT = 1_000;

  /** The most rows of a page. */
  public static final int LIMIT_MAX = 10_000;

  /** The first day that can be asked for. */
  public static final LocalDate FIRST_DAY = LocalDate.EPOCH;

  /** The last one. */
  public static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

  static final Instant LAST = begin(LAST_DAY);

  /**
   * Checks the limit and the days.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public UsageQuery {
    Checks.between("limit", limit, 1, LIMIT_MAX);
    check("from", from);
    check("to", to);
  }

  private static void check(String name, LocalDate day) {
    Checks.that(
        !day.isBefore(FIRST_DAY) && !day.isAfter(LAST_DAY),
        name,
        day,
        "from " + FIRST_DAY + " to " + LAST_DAY);
  }

  /**
   * Reads a day.
   *
   * @param name of the field, for error sentences
   * @param text as in {@code 2026-03-01}
   * @throws IllegalArgumentException if it is no day
   */
  public static LocalDate day(String name, String text) {
    try {
      LocalDate day = LocalDate.parse(text);
      check(name, day);
      return day;
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          name + ": not a day (expected: year, month and day, as in 2026-03-01)", e);
    }
  }

  /**
   * Reads the end of a page.
   *
   * @param next of that page
   * @throws IllegalArgumentException if it is no next of an answer
   */
  public static Bytes place(String next) {
    try {
      Bytes place = Bytes.wrap(Base64.getUrlDecoder().decode(next));
      Checks.that(UsageKey.of(place).group().equals(place), "after", "another", "its next");
      return place;
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("after: not as in an answer (expected: its next)", e);
    }
  }

  Instant begin() {
    return begin(from);
  }

  Instant end() {
    return begin(to);
  }

  private static Instant begin(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  GroupFilter groups() {
    GroupFilter days = GroupFilter.between(UsageKey.first(from), Optional.of(UsageKey.first(to)));
    GroupFilter behind = after.map(days::after).orElse(days);
    return account
        .map(wanted -> behind.with(UsageKey.ACCOUNT_AT, Bytes.utf8(wanted + UsageKey.SEPARATOR)))
        .orElse(behind);
  }

  static String next(Bytes last) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(last.toArray());
  }
}
