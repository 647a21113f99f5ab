package io.messina.stream.lane;

import io.messina.store.Row;
import java.util.Iterator;
import java.util.Optional;

/** Rows of which the next can be looked at before it is taken. */
final class PeekedRows implements Iterator<Row> {

  private final Iterator<Row> rest;
  private Optional<Row> first;

  PeekedRows(Iterator<Row> rows) {
    this.first = rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
    this.rest = rows;
  }

  PeekedRows(Row first, Iterator<Row> rest) {
    this.first = Optional.of(first);
    this.rest = rest;
  }

  Optional<Row> peek() {
    return first;
  }

  @Override
  public boolean hasNext() {
    return first.isPresent() || rest.hasNext();
  }

  @Override
  public Row next() {
    Optional<Row> row = first;
    first = Optional.empty();
    return row.orElseGet(rest::next);
  }
}
