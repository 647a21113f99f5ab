package io.messina.server.http;

/** The methods that the API uses. */
public enum Verb {
  /** Reads. */
  GET,
  /** Creates or replaces. */
  PUT,
  /** Changes the named fields. */
  PATCH,
  /** Does something. */
  POST,
  /** Deletes. */
  DELETE
}
