package io.messina.bench.figures;

import java.util.Arrays;
import java.util.Collection;

/** Values in their order. Immutable. */
public final class Percentiles {

  private final double[] sorted;

  private Percentiles(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Sorts values.
   *
   * @param values at least one
   * @return the values
   */
  public static Percentiles of(Collection<Double> values) {
    return new Percentiles(values.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  /**
   * Sorts values.
   *
   * @param values at least one
   * @param count how many of them, from the first
   * @return the values
   */
  public static Percentiles of(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return new Percentiles(sorted);
  }

  /**
   * The value in the middle.
   *
   * @return of an even number of values, the mean of the two in the middle
   */
  public double median() {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * The value that a part of all is below.
   *
   * @param percent from 0, the least, to 100, the largest
   * @return one of the values
   */
  public double at(int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }
}
