package io.messina.testkit.contract;

import java.util.ArrayList;
import java.util.List;

/** All the orders in which a few writes may reach a store. */
final class ArrivalOrders {

  private ArrivalOrders() {}

  static <T> List<List<T>> of(List<T> writes) {
    if (writes.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> orders = new ArrayList<>();
    for (List<T> order : of(writes.subList(1, writes.size()))) {
      for (int place = 0; place <= order.size(); place++) {
        List<T> longer = new ArrayList<>(order);
        longer.add(place, writes.getFirst());
        orders.add(longer);
      }
    }
    return orders;
  }
}
