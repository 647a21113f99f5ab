package io.messina.testkit;

import java.util.List;

/**
 * Some of what a scan or a walk finds, read at one moment.
 *
 * @param items in the order of the scan or walk
 * @param last whether none follow
 * @param <T> rows or partitions
 */
record Page<T>(List<T> items, boolean last) {}
