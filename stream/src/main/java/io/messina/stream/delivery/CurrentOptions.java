package io.messina.stream.delivery;

import io.messina.api.GroupOptions;

/**
 * The present options of the group. All its parts share this object, so that a change reaches all
 * at once.
 */
final class CurrentOptions {

  GroupOptions options;

  /** How many shards the group has. */
  int shards = 1;

  CurrentOptions(GroupOptions options) {
    this.options = options;
  }
}
