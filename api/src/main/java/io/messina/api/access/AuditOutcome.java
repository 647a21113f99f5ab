package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of an act of an operator. */
public enum AuditOutcome {
  /** It was done; the answer, which may not have arrived, says so. */
  DONE,
  /** It may have been done: the request failed, or broke off, without saying so. */
  UNKNOWN;

  /** The outcome as it is written, as in {@code done}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
