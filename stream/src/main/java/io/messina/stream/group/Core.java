package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/**
 * The delivery state of a group.
 *
 * @param delivery the state
 * @param clock its time
 * @param isNew whether the state has never been written
 */
record Core(GroupDelivery delivery, LeaseClock clock, boolean isNew) {}
