package io.messina.server.problem;

import io.messina.api.ProblemCode;
import io.messina.server.json.ApiJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that went wrong.
 *
 * @param code what kind of thing
 * @param detail one sentence with the values of this case
 * @param fields what else a program may want to know, by name: texts, numbers, booleans, or what
 *     Jackson writes as lists and objects
 */
public record Problem(ProblemCode code, String detail, Map<String, Object> fields) {

  /** The media type of {@link #toJson}. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** With fields that nobody can change. */
  public Problem {
    fields = Map.copyOf(fields);
  }

  /**
   * The body of the response, as RFC 9457 describes it, with {@code code}, {@code action} and
   * {@code retryable}.
   *
   * @return UTF-8, with a line break behind it
   */
  public byte[] toJson() {
    ObjectNode body = ApiJson.MAPPER.createObjectNode();
    body.put("type", "about:blank");
    body.put("title", code.title());
    body.put("status", code.status());
    body.put("code", code.toString());
    body.put("detail", detail);
    body.put("action", code.action());
    body.put("retryable", code.isRetryable());
    fields.forEach(body::putPOJO);
    return (ApiJson.MAPPER.writeValueAsString(body) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
