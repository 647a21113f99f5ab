package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A kind of use of a {@link Resource}. None contains another one. */
public enum Action {
  /** See definitions, states and data. */
  READ,
  /** Append events, and cancel scheduled ones. */
  APPEND,
  /** Claim or follow events, and tell their outcome. */
  CONSUME,
  /** Add, change and remove values and items. */
  WRITE,
  /** Hand over messages to be sent. */
  SEND,
  /** Create, change and delete definitions, and act as an operator. */
  MANAGE;

  /** The action in a scope, as in {@code append}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
