package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request.
 *
 * @param method of HTTP
 * @param path with its query
 * @param headers of HTTP
 * @param body empty for none
 * @param longest how long the server may wait before it answers
 * @param repeat when it may be sent again
 */
public record Call(
    String method,
    String path,
    Map<String, String> headers,
    byte[] body,
    Duration longest,
    Repeat repeat) {

  static final String JSON = "application/json";

  private static final String CONTENT_TYPE = "Content-Type";

  /** When a request may be sent again. */
  public enum Repeat {
    /** Even if it may have been done: doing it twice is like doing it once. */
    ALWAYS,
    /** Only if it was certainly not done. */
    UNDONE,
    /** Only if it was certainly not begun: it may be done in part if it is refused for now. */
    UNBEGUN
  }

  public static Call get(String path) {
    return new Call("GET", path, Map.of(), new byte[0], Duration.ZERO, Repeat.ALWAYS);
  }

  public static Call delete(String path) {
    return delete(path, Repeat.UNDONE);
  }

  public static Call delete(String path, Repeat repeat) {
    return new Call("DELETE", path, Map.of(), new byte[0], Duration.ZERO, repeat);
  }

  public static Call put(String path, byte[] json) {
    return put(path, json, Repeat.ALWAYS);
  }

  public static Call put(String path, byte[] json, Repeat repeat) {
    return with("PUT", path, JSON, json, repeat);
  }

  public static Call patch(String path, byte[] json) {
    return with("PATCH", path, JSON, json, Repeat.ALWAYS);
  }

  public static Call post(String path, byte[] json, Repeat repeat) {
    return with("POST", path, JSON, json, repeat);
  }

  public static Call with(
      String method, String path, String contentType, byte[] body, Repeat repeat) {
    return new Call(method, path, Map.of(CONTENT_TYPE, contentType), body, Duration.ZERO, repeat);
  }

  public Call withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Call(method, path, more, body, longest, repeat);
  }

  Call repeated(Repeat repeat) {
    return new Call(method, path, headers, body, longest, repeat);
  }

  public Call waiting(Duration longest) {
    return new Call(method, path, headers, body, longest, repeat);
  }

  public boolean mayRepeatAfter(MessinaException failure) {
    return failure.retryable()
        && switch (repeat) {
          case ALWAYS -> true;
          case UNDONE -> !(failure instanceof MessinaException.Unknown);
          case UNBEGUN ->
              failure instanceof MessinaException.Overloaded
                  || failure.problem().code().equals(ProblemAnswers.NOT_CONNECTED);
        };
  }
}
