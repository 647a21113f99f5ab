package io.messina.server.config;

/** Whether requests need a token. */
public enum Auth {
  /** Anybody may do all. */
  OFF,
  /** Each request needs one. */
  TOKENS
}
