package io.messina.stream.group;

import io.messina.stream.delivery.GroupDelivery;

/**
 * What a group is driven by.
 *
 * @param delivery its state
 * @param clock its time
 * @param isNew whether its state has never been written
 */
record Core(GroupDelivery delivery, LeaseClock clock, boolean isNew) {}
