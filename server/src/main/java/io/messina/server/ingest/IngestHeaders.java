package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import io.messina.api.SourceBatch;
import io.messina.api.TraceHeaders;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The headers of a request that hold for all its events.
 *
 * @param key from Messina-Key
 * @param time from Messina-Time
 * @param notBefore from Messina-Not-Before
 * @param headers from Messina-Header-…, names in small letters, and those of {@link TraceHeaders}
 * @param idempotencyKey from Idempotency-Key; line <i>i</i> gets {@code key#i}, an event alone the
 *     key itself
 * @param sourceBatch from Messina-Source and Messina-Batch
 */
public record IngestHeaders(
    Optional<Bytes> key,
    Optional<Instant> time,
    Optional<Instant> notBefore,
    Map<String, String> headers,
    Optional<String> idempotencyKey,
    Optional<SourceBatch> sourceBatch) {

  /** A request that says nothing. */
  public static final IngestHeaders NONE = parse(Map.of());

  /** The longest Idempotency-Key, so that the number of a line fits behind it. */
  public static final int IDEMPOTENCY_KEY_CHARS_MAX = 240;

  private static final String PREFIX = "messina-";
  private static final String HEADER_PREFIX = "messina-header-";
  private static final String KEY = "messina-key";
  private static final String TIME = "messina-time";
  private static final String NOT_BEFORE = "messina-not-before";
  private static final String SOURCE = "messina-source";
  private static final String BATCH = "messina-batch";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";

  /**
   * Reads the headers of a request; other headers are skipped.
   *
   * @param all by name, in any letters
   * @throws ProblemException if one is unknown though it begins with Messina-, or wrong
   */
  public static IngestHeaders parse(Map<String, String> all) {
    Map<String, String> ours = new LinkedHashMap<>();
    Map<String, String> headers = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          String small = name.toLowerCase(Locale.ROOT);
          if (small.startsWith(HEADER_PREFIX) && small.length() > HEADER_PREFIX.length()) {
            headers.put(small.substring(HEADER_PREFIX.length()), printable(small, value));
          } else if (isOurs(small)) {
            ours.put(small, printable(small, value));
          }
        });
    return of(ours, headers);
  }

  /**
   * The same with the trace of the request, unless Messina-Header-… names another.
   *
   * @param trace of the request, as {@link TraceHeaders} has it
   */
  public IngestHeaders traced(Map<String, String> trace) {
    return trace.isEmpty()
        ? this
        : new IngestHeaders(
            key, time, notBefore, TraceHeaders.added(trace, headers), idempotencyKey, sourceBatch);
  }

  /** Whether they say nothing but an idempotency key. */
  boolean areOnlyKey() {
    return key.isEmpty()
        && time.isEmpty()
        && notBefore.isEmpty()
        && headers.isEmpty()
        && sourceBatch.isEmpty();
  }

  /** Whether they say no more of an event than its key and its headers. */
  boolean arePlain() {
    return time.isEmpty()
        && notBefore.isEmpty()
        && idempotencyKey.isEmpty()
        && sourceBatch.isEmpty();
  }

  /**
   * Whether a header concerns events.
   *
   * @param name in small letters
   */
  public static boolean isOurs(String name) {
    return name.startsWith(PREFIX) || name.equals(IDEMPOTENCY_KEY);
  }

  private static IngestHeaders of(Map<String, String> ours, Map<String, String> headers) {
    IngestHeaders parsed =
        new IngestHeaders(
            find(ours, KEY, text -> KeyAndTime.key(KEY, text)),
            find(ours, TIME, text -> KeyAndTime.time(TIME, text)),
            find(ours, NOT_BEFORE, text -> KeyAndTime.time(NOT_BEFORE, text)),
            Map.copyOf(headers),
            find(ours, IDEMPOTENCY_KEY, IngestHeaders::idempotencyKey),
            sourceBatch(ours));
    for (String name : ours.keySet()) {
      if (!List.of(KEY, TIME, NOT_BEFORE, SOURCE, BATCH, IDEMPOTENCY_KEY).contains(name)) {
        throw invalid(
            name + ": no such header of Messina (expected: messina-header-… for your own)");
      }
    }
    return parsed;
  }

  private static <T> Optional<T> find(
      Map<String, String> ours, String name, Function<String, T> parse) {
    try {
      return Optional.ofNullable(ours.get(name)).map(parse);
    } catch (Refusal e) {
      throw invalid(e.sentence());
    }
  }

  private static String idempotencyKey(String text) {
    if (text.isEmpty() || text.length() > IDEMPOTENCY_KEY_CHARS_MAX) {
      throw invalid(
          "idempotency-key: "
              + text.length()
              + " characters (expected: from 1 to "
              + IDEMPOTENCY_KEY_CHARS_MAX
              + ")");
    }
    return text;
  }

  private static Optional<SourceBatch> sourceBatch(Map<String, String> ours) {
    String source = ours.get(SOURCE);
    String batch = ours.get(BATCH);
    if (source == null && batch == null) {
      return Optional.empty();
    }
    if (source == null || batch == null) {
      throw invalid("messina-source and messina-batch: one without the other (expected: both)");
    }
    try {
      return Optional.of(new SourceBatch(source, number(batch)));
    } catch (NumberFormatException _) {
      throw invalid("messina-batch: " + batch + " (expected: a whole number from 0)");
    } catch (IllegalArgumentException e) {
      throw invalid("messina-source, messina-batch: " + e.getMessage());
    }
  }

  /** Java would read a plus too. */
  private static long number(String text) {
    if (text.startsWith("+")) {
      throw new NumberFormatException(text);
    }
    return Long.parseLong(text);
  }

  /** Servers and proxies disagree about other characters. */
  private static String printable(String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
        throw invalid(
            name
                + ": a character outside of ASCII (expected: ASCII; lines of"
                + " application/vnd.messina+json hold any text)");
      }
    }
    return value;
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemCode.BAD_REQUEST, detail);
  }
}
