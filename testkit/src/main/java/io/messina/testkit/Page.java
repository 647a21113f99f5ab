package io.messina.testkit;

import java.util.List;

/**
 * A part of the results of a scan or a walk, read at one moment.
 *
 * @param items in the order of the scan or walk
 * @param last whether none follow
 */
record Page<T>(List<T> items, boolean last) {}
