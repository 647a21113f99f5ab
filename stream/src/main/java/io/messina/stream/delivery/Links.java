package io.messina.stream.delivery;

import java.util.Arrays;

/** What precedes and follows a slot in the one list it is in. Grows with the slots. */
final class Links {

  int[] next = new int[0];
  int[] before = new int[0];

  void grow(int capacity) {
    next = Arrays.copyOf(next, capacity);
    before = Arrays.copyOf(before, capacity);
  }
}
