package io.messina.connectors.http;

import java.time.Duration;
import java.util.Map;

/**
 * What a {@link ProviderDouble} does with one request.
 *
 * @param accepts whether it takes the message, and writes it into its ledger
 * @param ending what it does then
 * @param status of its answer
 * @param headers of its answer
 * @param body of its answer
 * @param delay before its answer
 */
public record Script(
    boolean accepts,
    Ending ending,
    int status,
    Map<String, String> headers,
    String body,
    Duration delay) {

  /** How it ends. */
  public enum Ending {
    /** With the answer. */
    ANSWER,
    /** With the answer, and the connection is cut behind it. */
    ANSWER_CUT,
    /** With the answer, and with another one that nobody has asked for. */
    ANSWER_TWICE,
    /** The connection is cut without an answer. */
    CUT,
    /** The connection is cut without anything being read. */
    CUT_UNREAD,
    /** The connection is cut behind the headers of the request. */
    CUT_BEHIND_HEADERS,
    /** The connection is cut in the midst of the answer's headers. */
    CUT_HEADERS,
    /** The connection is cut in the midst of the answer's body. */
    CUT_BODY,
    /** Nothing comes, for ever. */
    HANG,
    /** The body of the answer does not end. */
    HANG_BODY,
    /** What comes is not HTTP. */
    GARBAGE,
    /** The body of the answer has many megabytes. */
    HUGE_BODY
  }

  public static Script accept(int status, String body) {
    return new Script(true, Ending.ANSWER, status, Map.of(), body, Duration.ZERO);
  }

  public static Script accept() {
    return accept(200, "{\"id\":\"provider-1\"}");
  }

  public static Script acceptThen(Ending ending) {
    return new Script(true, ending, 200, Map.of(), "{\"id\":\"provider-1\"}", Duration.ZERO);
  }

  public static Script refuse(int status, String body) {
    return new Script(false, Ending.ANSWER, status, Map.of(), body, Duration.ZERO);
  }

  public static Script not(Ending ending) {
    return new Script(false, ending, 500, Map.of(), "", Duration.ZERO);
  }

  public Script header(String name, String value) {
    return new Script(accepts, ending, status, Map.of(name, value), body, delay);
  }

  public Script after(Duration time) {
    return new Script(accepts, ending, status, headers, body, time);
  }
}
