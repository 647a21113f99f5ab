package io.messina.stream.ownership;

import io.messina.store.Incarnation;

/**
 * A process of a cluster.
 *
 * @param address where others reach it; the same for all its incarnations
 * @param incarnation another one after each start, and after each loss of all shards
 */
public record NodeId(String address, Incarnation incarnation) {

  @Override
  public String toString() {
    return address;
  }
}
