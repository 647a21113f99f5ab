package io.messina.runtime;

import java.util.ArrayList;
import java.util.List;

/** Cuts lists into parts. */
public final class Parts {

  private Parts() {}

  /**
   * Cuts a list, in its order.
   *
   * @param all any number
   * @param most how many a part has at most, from 1; all but the last have so many
   * @param <T> the type of the elements
   * @return views of the list
   */
  public static <T> List<List<T>> of(List<T> all, int most) {
    List<List<T>> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i += most) {
      parts.add(all.subList(i, Math.min(all.size(), i + most)));
    }
    return parts;
  }
}
