package io.messina.server.config;

/** The form of a line of the log. */
public enum LogFormat {
  /** A sentence. */
  TEXT,
  /** An object of JSON. */
  JSON
}
