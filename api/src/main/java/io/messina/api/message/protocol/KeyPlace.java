package io.messina.api.message.protocol;

import java.util.Locale;

/** The place in a request of the key by which the provider recognises a repeat. */
public enum KeyPlace {
  /** In a header. */
  HEADER,
  /** In the body: a member of its object, or a field of its form. */
  BODY;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
