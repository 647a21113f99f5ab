package io.messina.api.sink;

import java.util.Locale;

/** The format of the body of a request. */
public enum SinkFormat {
  /** A line of JSON for each event, as the API shows events. */
  NDJSON("application/x-ndjson"),
  /** A list of CloudEvents 1.0 in JSON. */
  CLOUDEVENTS("application/cloudevents-batch+json; charset=utf-8");

  private final String contentType;

  SinkFormat(String contentType) {
    this.contentType = contentType;
  }

  /** The media type of the body. */
  public String contentType() {
    return contentType;
  }

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
