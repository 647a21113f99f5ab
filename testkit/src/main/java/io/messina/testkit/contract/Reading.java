package io.messina.testkit.contract;

import io.messina.store.PartitionKey;
import io.messina.store.Scan;

/**
 * The reads between two writes of a history: one row, and a scan.
 *
 * @param place of the row
 * @param bounds of the scan
 * @param reversed whether the scan is
 * @param limit of the scan
 */
record Reading(RowChange.Place place, SliceBounds bounds, boolean reversed, int limit) {

  Scan scan(PartitionKey partition) {
    return new Scan(partition, bounds.in(partition.table()), reversed, limit, false);
  }
}
