package io.messina.testkit;

import io.messina.store.Row;
import java.util.List;

/**
 * Some rows of a scan that were read at one moment.
 *
 * @param rows in the order of the scan
 * @param last whether none follow
 */
record Page(List<Row> rows, boolean last) {}
