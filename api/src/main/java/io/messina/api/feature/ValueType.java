package io.messina.api.feature;

import java.util.Locale;

/** The type of the values of a feature. */
public enum ValueType {
  /** Any bytes, which JSON has as Base64. */
  BYTES,
  /** A text that UTF-8 can hold. */
  TEXT,
  /** A whole number of 64 bits. */
  INTEGER,
  /** A number of 64 bits with a binary fraction, neither infinite nor undefined. */
  DOUBLE,
  /** True or false. */
  BOOLEAN,
  /** Numbers of 32 bits, as models make them: 1 to 16,384 of them. */
  VECTOR,
  /** Any JSON. */
  JSON;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
