package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;

/** Where an event stands in a stream. */
record Place(int shard, Position position) {

  static Place of(StoredEvent event) {
    return of(event.id());
  }

  static Place of(EventAddress id) {
    return new Place(id.shard(), id.position());
  }

  @Override
  public String toString() {
    return shard + ":" + position;
  }
}
