package io.messina.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A typed column, declared once as a constant and used both to declare a {@link Table} and to name
 * values. Immutable; two columns are equal if name and type are.
 *
 * @param <T> the type of its values
 */
public final class Column<T> {

  static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  static final String NAME_EXPECTED = "a lower-case letter, then up to 47 of a-z, 0-9 and _";

  private final String name;
  private final ColumnType type;

  private Column(String name, ColumnType type) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("column: " + name + " (expected: " + NAME_EXPECTED + ")");
    }
    this.name = name;
    this.type = type;
  }

  /**
   * A column of type {@link ColumnType#TEXT}.
   *
   * @param name a lower-case letter, then up to 47 of a-z, 0-9 and _
   * @return the column
   */
  public static Column<String> ofText(String name) {
    return new Column<>(name, ColumnType.TEXT);
  }

  /**
   * A column of type {@link ColumnType#BYTES}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Bytes> ofBytes(String name) {
    return new Column<>(name, ColumnType.BYTES);
  }

  /**
   * A column of type {@link ColumnType#INT}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Integer> ofInt(String name) {
    return new Column<>(name, ColumnType.INT);
  }

  /**
   * A column of type {@link ColumnType#LONG}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Long> ofLong(String name) {
    return new Column<>(name, ColumnType.LONG);
  }

  /**
   * A column of type {@link ColumnType#BOOLEAN}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Boolean> ofBoolean(String name) {
    return new Column<>(name, ColumnType.BOOLEAN);
  }

  /**
   * A column of type {@link ColumnType#INSTANT}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Instant> ofInstant(String name) {
    return new Column<>(name, ColumnType.INSTANT);
  }

  /**
   * A column of type {@link ColumnType#UUID}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<UUID> ofUuid(String name) {
    return new Column<>(name, ColumnType.UUID);
  }

  /**
   * A column of type {@link ColumnType#DOUBLE}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Double> ofDouble(String name) {
    return new Column<>(name, ColumnType.DOUBLE);
  }

  /**
   * A column of type {@link ColumnType#TEXT_MAP}.
   *
   * @param name as in {@link #ofText}
   * @return the column
   */
  public static Column<Map<String, String>> ofTextMap(String name) {
    return new Column<>(name, ColumnType.TEXT_MAP);
  }

  /**
   * A value for this column.
   *
   * @param value the value, of the column's type
   * @return the cell
   * @throws IllegalArgumentException where the type does not hold such a value, see {@link
   *     ColumnType}
   */
  public Cell<T> of(T value) {
    return new Cell<>(this, value);
  }

  /**
   * The name.
   *
   * @return the name, unique in its table
   */
  public String name() {
    return name;
  }

  /**
   * The type.
   *
   * @return the type of all values
   */
  public ColumnType type() {
    return type;
  }

  Object checked(Object value) {
    return type.checked(name, value);
  }

  @SuppressWarnings("unchecked") // whatever is kept under a column went through checked()
  T cast(Object value) {
    return (T) value;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Column<?> column && name.equals(column.name) && type == column.type);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Name and type, as in {@code shard int}. */
  @Override
  public String toString() {
    return name + " " + type.name().toLowerCase(Locale.ROOT);
  }
}
