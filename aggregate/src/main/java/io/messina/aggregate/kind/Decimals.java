package io.messina.aggregate.kind;

import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.math.BigDecimal;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A number made of numbers, such as their sum. Decimals, as sums of floating-point numbers would
 * depend on the order; the part is the number as text.
 */
final class Decimals extends Grouped<BigDecimal> {

  private final BinaryOperator<BigDecimal> operation;

  Decimals(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable BigDecimal> number,
      BinaryOperator<BigDecimal> operation) {
    super(group, number);
    this.operation = operation;
  }

  @Override
  void add(Window window, Bytes group, BigDecimal number, LocalState state) {
    Bytes key = part(group);
    Bytes before = state.get(window, key);
    state.put(window, key, before == null ? write(number) : merge(before, write(number)));
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return write(operation.apply(read(one), read(other)));
  }

  @Override
  public Object result(Bytes part) {
    return read(part);
  }

  private static BigDecimal read(Bytes part) {
    return new BigDecimal(part.toUtf8());
  }

  private static Bytes write(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    return Bytes.utf8(shortest.toString());
  }
}
