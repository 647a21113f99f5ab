package io.messina.stream.delivery;

import java.util.Arrays;

/**
 * The previous and the next slot of each slot in the one list that contains it. Grows with the
 * slots.
 */
final class Links {

  int[] next = new int[0];
  int[] before = new int[0];

  void grow(int capacity) {
    next = Arrays.copyOf(next, capacity);
    before = Arrays.copyOf(before, capacity);
  }
}
