package io.messina.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The types of columns, the same on every engine. Constants and their methods are safe for use by
 * many threads.
 *
 * <p>{@link #isSortable() Sortable} types may order the rows of a partition; all but {@link
 * #DOUBLE} and {@link #TEXT_MAP} may be part of a partition key.
 */
public enum ColumnType {
  /** A {@link String} that UTF-8 can express (no unpaired surrogates), ordered by code points. */
  TEXT(String.class, true),
  /** {@link Bytes}, ordered as unsigned numbers, byte by byte. */
  BYTES(Bytes.class, true),
  /** A signed number of 32 bits. */
  INT(Integer.class, true),
  /** A signed number of 64 bits. */
  LONG(Long.class, true),
  /** A truth value, false before true. */
  BOOLEAN(Boolean.class, true),
  /**
   * A moment in whole milliseconds whose distance from 1970 fits 64 bits; finer ones are refused,
   * never rounded.
   */
  INSTANT(Instant.class, true),
  /** A {@link UUID}, in no order that databases agree on. */
  UUID(UUID.class, false),
  /** A floating-point number of 64 bits. */
  DOUBLE(Double.class, false),
  /**
   * A map of text to text, without nulls, read in the order of its keys; an empty map is a value
   * and differs from none.
   */
  TEXT_MAP(Map.class, false);

  private static final int MAP_ENTRY_OVERHEAD_BYTES = 8;
  private static final Instant INSTANT_MIN = Instant.ofEpochMilli(Long.MIN_VALUE);
  private static final Instant INSTANT_MAX = Instant.ofEpochMilli(Long.MAX_VALUE);

  private final Class<?> javaType;
  private final boolean sortable;

  ColumnType(Class<?> javaType, boolean sortable) {
    this.javaType = javaType;
    this.sortable = sortable;
  }

  /**
   * The class of the values.
   *
   * @return the Java type
   */
  public Class<?> javaType() {
    return javaType;
  }

  /**
   * Whether columns of this type may be clustering columns.
   *
   * @return true if {@link #compare} is defined
   */
  public boolean isSortable() {
    return sortable;
  }

  /**
   * Whether columns of this type may be part of a partition key.
   *
   * @return true for all types whose equal values have equal bytes on every engine
   */
  public boolean isPartitionable() {
    return this != DOUBLE && this != TEXT_MAP;
  }

  /**
   * The size that counts against {@link StoreLimits}: the bytes of the value itself, the same on
   * every engine.
   *
   * @param value a value of this type
   * @return its size in bytes
   * @throws ClassCastException where the value is of another type
   */
  public int sizeBytes(Object value) {
    return switch (this) {
      case TEXT -> Utf8.length((String) value);
      case BYTES -> ((Bytes) value).length();
      case INT -> Integer.BYTES;
      case LONG, INSTANT, DOUBLE -> Long.BYTES;
      case BOOLEAN -> 1;
      case UUID -> 2 * Long.BYTES;
      case TEXT_MAP -> mapSizeBytes((Map<?, ?>) value);
    };
  }

  /**
   * The order of two values within a partition.
   *
   * @param left a value of this type
   * @param right a value of this type
   * @return negative, zero or positive as in {@link java.util.Comparator}
   * @throws IllegalStateException where the type is not {@link #isSortable() sortable}
   * @throws ClassCastException where a value is of another type
   */
  public int compare(Object left, Object right) {
    return switch (this) {
      case TEXT -> Utf8.compare((String) left, (String) right);
      case BYTES -> ((Bytes) left).compareTo((Bytes) right);
      case INT -> Integer.compare((Integer) left, (Integer) right);
      case LONG -> Long.compare((Long) left, (Long) right);
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case INSTANT -> ((Instant) left).compareTo((Instant) right);
      case UUID, DOUBLE, TEXT_MAP ->
          throw new IllegalStateException("type: " + this + " (expected: a sortable type)");
    };
  }

  /** Refuses what is not a value of this type; returns an immutable form of what is. */
  Object checked(String column, Object value) {
    Objects.requireNonNull(value, column);
    if (!javaType.isInstance(value)) {
      throw new IllegalArgumentException(
          column
              + ": a "
              + value.getClass().getSimpleName()
              + " (expected: "
              + javaType.getSimpleName()
              + ")");
    }
    return switch (this) {
      case TEXT -> checkedText(column, (String) value);
      case INSTANT -> checkedInstant(column, (Instant) value);
      case TEXT_MAP -> checkedMap(column, (Map<?, ?>) value);
      case BYTES, INT, LONG, BOOLEAN, UUID, DOUBLE -> value;
    };
  }

  private static String checkedText(String column, String text) {
    if (!Utf8.isEncodable(text)) {
      throw new IllegalArgumentException(
          column + ": text with an unpaired surrogate (expected: text that UTF-8 can express)");
    }
    return text;
  }

  private static Instant checkedInstant(String column, Instant instant) {
    if (!instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException(
          column + ": " + instant + " (expected: whole milliseconds)");
    }
    if (instant.isBefore(INSTANT_MIN) || instant.isAfter(INSTANT_MAX)) {
      throw new IllegalArgumentException(
          column + ": " + instant + " (expected: from " + INSTANT_MIN + " to " + INSTANT_MAX + ")");
    }
    return instant;
  }

  private static Map<String, String> checkedMap(String column, Map<?, ?> map) {
    Map<String, String> copy = new TreeMap<>();
    map.forEach(
        (key, value) ->
            copy.put((String) TEXT.checked(column, key), (String) TEXT.checked(column, value)));
    return Collections.unmodifiableMap(copy);
  }

  private static int mapSizeBytes(Map<?, ?> map) {
    int size = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      size +=
          MAP_ENTRY_OVERHEAD_BYTES
              + TEXT.sizeBytes(entry.getKey())
              + TEXT.sizeBytes(entry.getValue());
    }
    return size;
  }
}
