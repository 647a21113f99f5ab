package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/** A step of the core of a group, run under the group's lock. */
@FunctionalInterface
interface Step<T> {

  T take(GroupDelivery delivery, long nowMillis);
}
