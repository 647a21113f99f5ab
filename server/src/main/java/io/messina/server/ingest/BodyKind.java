package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import java.util.Locale;

/**
 * The form of a body, by which it is split into events.
 *
 * @param format its form
 * @param contentType the content type of events that have none
 */
public record BodyKind(Format format, String contentType) {

  static final String JSON = "application/json";

  /** The form of a body. */
  public enum Format {
    /** One JSON value. */
    JSON_VALUE,
    /** A JSON value per line. */
    JSON_LINES,
    /** An event per line, with key, headers and the rest. */
    ENVELOPES,
    /** One payload of any kind. */
    OPAQUE
  }

  /**
   * By the value of the Content-Type header.
   *
   * @param header empty if there is none, which means octets
   * @throws ProblemException if it names another charset than UTF-8, or several events in a form
   *     that is not read
   */
  public static BodyKind of(String header) {
    int semicolon = header.indexOf(';');
    String type = (semicolon < 0 ? header : header.substring(0, semicolon)).strip();
    BodyKind kind =
        switch (type.toLowerCase(Locale.ROOT)) {
          case "" -> new BodyKind(Format.OPAQUE, Event.OCTETS);
          case JSON -> new BodyKind(Format.JSON_VALUE, JSON);
          case "application/x-ndjson",
              "application/ndjson",
              "application/jsonl",
              "application/x-jsonl",
              "application/jsonlines",
              "application/x-jsonlines",
              "application/json-lines",
              "application/x-json-lines",
              "application/x-ldjson",
              "application/x-json-stream",
              "application/stream+json",
              "text/x-ndjson",
              "text/ndjson",
              "text/jsonl" ->
              new BodyKind(Format.JSON_LINES, JSON);
          case "application/cloudevents-batch+json" ->
              throw new ProblemException(
                  ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                  "application/cloudevents-batch+json (expected: application/cloudevents+json, an"
                      + " event at a time, or application/x-ndjson, an event per line)");
          case "application/vnd.messina+json" -> new BodyKind(Format.ENVELOPES, Event.OCTETS);
          default -> new BodyKind(Format.OPAQUE, header.strip());
        };
    if (kind.format != Format.OPAQUE && semicolon >= 0) {
      requireUtf8(header.substring(semicolon + 1));
    }
    return kind;
  }

  private static void requireUtf8(String parameters) {
    for (String parameter : parameters.split(";", -1)) {
      String plain = parameter.strip().toLowerCase(Locale.ROOT).replace("\"", "");
      if (plain.startsWith("charset=") && !plain.equals("charset=utf-8")) {
        throw new ProblemException(
            ProblemCode.UNSUPPORTED_MEDIA_TYPE, plain + " (expected: charset=utf-8)");
      }
    }
  }
}
