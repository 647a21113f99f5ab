package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills the places of a prepared statement one after the other; for use by one thread. */
final class Binding {

  /** The bytes of a statement in a request, besides its values. */
  private static final int STATEMENT_BYTES = 32;

  private static final int VALUE_BYTES = Integer.BYTES;

  private BoundStatementBuilder builder;
  private int place;
  private long bytes = STATEMENT_BYTES;

  Binding(PreparedStatement prepared) {
    this.builder = prepared.boundStatementBuilder();
  }

  /** A value for each of the first columns. */
  Binding add(List<Column<?>> columns, List<Object> values) {
    for (int i = 0; i < values.size(); i++) {
      add(columns.get(i).type(), values.get(i));
    }
    return this;
  }

  /** A value, or none. */
  Binding add(ColumnType type, @Nullable Object value) {
    if (value == null) {
      builder = builder.setToNull(place);
    } else {
      ByteBuffer encoded = CqlType.encode(type, value);
      bytes += encoded.remaining();
      builder = builder.setBytesUnsafe(place, encoded);
    }
    bytes += VALUE_BYTES;
    place++;
    return this;
  }

  /** Binds neither a value nor null: the stored value stays. */
  Binding skip() {
    place++;
    return this;
  }

  BoundStatement build() {
    return builder.build();
  }

  /** About how much the statement takes in a request. */
  long bytes() {
    return bytes;
  }
}
