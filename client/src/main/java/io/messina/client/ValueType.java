package io.messina.client;

import java.util.Locale;

/** What all values of a feature are. */
public enum ValueType {
  /** Bytes, which JSON holds as Base64. */
  BYTES,
  /** A text that UTF-8 can hold. */
  TEXT,
  /** A whole number of 64 bits. */
  INTEGER,
  /** A finite floating-point number of 64 bits. */
  DOUBLE,
  /** True or false. */
  BOOLEAN,
  /** 1 to 16,384 finite floating-point numbers of 32 bits. */
  VECTOR,
  /** Any JSON. */
  JSON;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ValueType parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
