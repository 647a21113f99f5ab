package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/** Something that the core of a group does, under the group's lock. */
@FunctionalInterface
interface Step<T> {

  T take(GroupDelivery delivery, long nowMillis);
}
