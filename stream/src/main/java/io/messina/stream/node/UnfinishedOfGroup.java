package io.messina.stream.node;

import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeliveryState;
import java.util.List;

/**
 * Events that a group has not finished.
 *
 * @param events in the order of {@link io.messina.stream.delivery.Unfinished#ORDER}
 * @param missing shards whose owners have not answered soon
 */
public record UnfinishedOfGroup(List<Each> events, List<Integer> missing) {

  /**
   * One of them.
   *
   * @param event as it is stored
   * @param state how far the group is with it
   */
  public record Each(StoredEvent event, DeliveryState state) {}
}
