package io.messina.server.config;

/** Whether a risk is taken. */
public enum Consent {
  /** It is not. */
  NO,
  /** It is. */
  YES
}
