package io.messina.runtime.definition;

import java.util.function.Function;

/**
 * The result of a creation.
 *
 * @param value the present value
 * @param isNew whether this call created it
 * @param <T> its type
 */
public record Created<T>(T value, boolean isNew) {

  /** The same result with another form of the value. */
  public <U> Created<U> map(Function<T, U> form) {
    return new Created<>(form.apply(value), isNew);
  }
}
