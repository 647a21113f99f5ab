package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/** Asks the core of a group for something whose answer comes later, under the group's lock. */
@FunctionalInterface
interface Ask {

  void with(GroupDelivery delivery, long ticket, long nowMillis);
}
