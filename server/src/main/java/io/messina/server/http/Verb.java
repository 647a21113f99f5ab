package io.messina.server.http;

/** The methods that the API uses. */
public enum Verb {
  /** Reads. */
  GET,
  /** Makes it so. */
  PUT,
  /** Changes what it names. */
  PATCH,
  /** Does something. */
  POST,
  /** Takes away. */
  DELETE
}
