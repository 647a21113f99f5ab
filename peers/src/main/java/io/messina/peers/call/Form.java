package io.messina.peers.call;

import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A value as bytes.
 *
 * @param <T> the type of the value
 * @param putter writes a value
 * @param taker reads a value, and throws {@link IllegalArgumentException}, {@link
 *     ArithmeticException} or {@link DateTimeException} where there is none
 */
record Form<T>(BiConsumer<GrowingBytes, T> putter, Function<BoundedBytes, T> taker) {

  /** Makes a value of three parts. */
  @FunctionalInterface
  interface OfThree<A, B, C, T> {

    T make(A first, B second, C third);
  }

  /** Makes a value of four parts. */
  @FunctionalInterface
  interface OfFour<A, B, C, D, T> {

    T make(A first, B second, C third, D fourth);
  }

  void put(GrowingBytes out, T value) {
    putter.accept(out, value);
  }

  T take(BoundedBytes in) {
    return taker.apply(in);
  }

  /**
   * Reads a value at the beginning of some bytes; bytes that follow it are of a later version.
   *
   * @throws IllegalArgumentException if there is none
   */
  T takeFirst(BoundedBytes in) {
    try {
      return take(in);
    } catch (ArithmeticException | DateTimeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** A value of one part. */
  static <A, T> Form<T> of(Form<A> first, Function<T, A> ofFirst, Function<A, T> make) {
    return new Form<>(
        (out, value) -> first.put(out, ofFirst.apply(value)), in -> make.apply(first.take(in)));
  }

  /** A value of two parts, in their order. */
  static <A, B, T> Form<T> of(
      Form<A> first,
      Function<T, A> ofFirst,
      Form<B> second,
      Function<T, B> ofSecond,
      BiFunction<A, B, T> make) {
    return new Form<>(
        (out, value) -> {
          first.put(out, ofFirst.apply(value));
          second.put(out, ofSecond.apply(value));
        },
        in -> make.apply(first.take(in), second.take(in)));
  }

  /** A value of three parts, in their order. */
  static <A, B, C, T> Form<T> of(
      Form<A> first,
      Function<T, A> ofFirst,
      Form<B> second,
      Function<T, B> ofSecond,
      Form<C> third,
      Function<T, C> ofThird,
      OfThree<A, B, C, T> make) {
    return new Form<>(
        (out, value) -> {
          first.put(out, ofFirst.apply(value));
          second.put(out, ofSecond.apply(value));
          third.put(out, ofThird.apply(value));
        },
        in -> make.make(first.take(in), second.take(in), third.take(in)));
  }

  /** A value of four parts, in their order. */
  static <A, B, C, D, T> Form<T> of(
      Form<A> first,
      Function<T, A> ofFirst,
      Form<B> second,
      Function<T, B> ofSecond,
      Form<C> third,
      Function<T, C> ofThird,
      Form<D> fourth,
      Function<T, D> ofFourth,
      OfFour<A, B, C, D, T> make) {
    return new Form<>(
        (out, value) -> {
          first.put(out, ofFirst.apply(value));
          second.put(out, ofSecond.apply(value));
          third.put(out, ofThird.apply(value));
          fourth.put(out, ofFourth.apply(value));
        },
        in -> make.make(first.take(in), second.take(in), third.take(in), fourth.take(in)));
  }

  /** Their number, then each. */
  Form<List<T>> list() {
    return new Form<>(
        (out, values) -> {
          out.putVarint(values.size());
          values.forEach(value -> put(out, value));
        },
        in -> {
          // Grows as values are read: each takes a byte, and there are no more than bytes.
          int count = Forms.takeCount(in);
          List<T> values = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            values.add(take(in));
          }
          return values;
        });
  }

  /** Whether there is one, then the value. */
  Form<Optional<T>> optional() {
    return new Form<>(
        (out, value) -> {
          Forms.FLAG.put(out, value.isPresent());
          value.ifPresent(present -> put(out, present));
        },
        in -> Forms.FLAG.take(in) ? Optional.of(take(in)) : Optional.empty());
  }
}
