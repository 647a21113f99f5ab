package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/**
 * Makes a request to the core of a group, whose answer comes later. Called under the group's lock.
 */
@FunctionalInterface
interface Ask {

  void with(GroupDelivery delivery, long ticket, long nowMillis);
}
