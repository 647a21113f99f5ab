package io.messina.flink.source;

import io.messina.client.event.Event;

/** How far the events of a split have been passed on. Of the task's thread. */
final class ShardProgress {

  private ShardSplit split;

  ShardProgress(ShardSplit split) {
    this.split = split;
  }

  void passedOn(Event event) {
    split = split.at(event.position().next());
  }

  ShardSplit split() {
    return split;
  }
}
