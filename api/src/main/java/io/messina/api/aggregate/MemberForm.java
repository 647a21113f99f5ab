package io.messina.api.aggregate;

import java.util.Locale;

/** The form in which {@link AggregateKind#UNIQUE} keeps members. */
public enum MemberForm {
  /** A hash of 128 bits for each. */
  HASH,
  /** Each as it is. */
  BYTES,
  /** A Roaring bitmap of whole numbers from 0 to 2^32 - 1. */
  INTEGERS;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
