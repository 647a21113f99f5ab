package io.messina.stream.delivery;

import io.messina.api.GroupOptions;

/** How the group hands out now: all its parts look here, so that a change is one for all. */
final class CurrentOptions {

  GroupOptions options;

  /** On how many shards the group is. */
  int shards = 1;

  CurrentOptions(GroupOptions options) {
    this.options = options;
  }
}
