package io.messina.stream.node;

import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.ownership.KnownShards;
import java.util.List;
import java.util.Optional;

/** The shards of all defined streams. */
record CatalogShards(Catalog catalog) implements KnownShards {

  @Override
  public List<ShardId> all() {
    return catalog.view().shards();
  }

  @Override
  public Optional<PartitionKey> state(ShardId shard) {
    return catalog.view().state(shard);
  }
}
