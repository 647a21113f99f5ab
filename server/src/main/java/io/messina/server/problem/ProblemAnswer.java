package io.messina.server.problem;

import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem.
 *
 * @param code the kind
 * @param detail one sentence with the values of this case
 * @param fields further values for programs, by name: texts, numbers, booleans, records, and lists
 *     of them
 */
public record ProblemAnswer(ProblemCode code, String detail, Map<String, Object> fields) {

  /** The media type of {@link #toJson}. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** With immutable fields. */
  public ProblemAnswer {
    fields = Map.copyOf(fields);
  }

  /** The field with the time until a repeat may succeed, if it is known. */
  public static final String RETRY_AFTER_MILLIS = "retry_after_ms";

  /** The seconds after which a retryable request may be sent again. */
  public long retryAfterSeconds() {
    return fields.get(RETRY_AFTER_MILLIS) instanceof Long millis
        ? Math.ceilDiv(millis, 1_000)
        : code.retryAfterSeconds();
  }

  /**
   * The body of the response, as RFC 9457 describes it, with {@code code}, {@code action} and
   * {@code retryable}.
   */
  public byte[] toJson() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "about:blank");
    body.put("title", code.title());
    body.put("status", code.status());
    body.put("code", code);
    body.put("detail", detail);
    body.put("action", code.action());
    body.put("retryable", code.isRetryable());
    body.putAll(fields);
    return (Wire.write(body) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
