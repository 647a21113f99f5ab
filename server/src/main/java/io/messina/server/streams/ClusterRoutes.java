package io.messina.server.streams;

import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.ShardTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JsonGenerator;

/** Shows which node owns which shard. */
final class ClusterRoutes {

  private final Streams streams;
  private final Store store;

  ClusterRoutes(Streams streams, Store store) {
    this.streams = streams;
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                "/v1/cluster",
                "getCluster",
                "The nodes, and which shards each of them owns.",
                this::get)
            .answers("Cluster", 200));
  }

  private void get(Exchange exchange) {
    Map<ShardId, Optional<StaticRow>> rows = new LinkedHashMap<>();
    for (StreamDefinition stream : streams.list()) {
      for (ShardId shard : stream.shards()) {
        rows.put(shard, store.getStatic(ShardTable.partition(shard)));
      }
    }
    TreeSet<String> nodes = new TreeSet<>();
    rows.values().forEach(row -> owner(row).ifPresent(nodes::add));
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("nodes");
          nodes.forEach(json::writeString);
          json.writeEndArray();
          json.writeArrayPropertyStart("shards");
          rows.forEach((shard, row) -> write(json, shard, row));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, ShardId shard, Optional<StaticRow> row) {
    json.writeStartObject();
    json.writeStringProperty("stream", shard.stream().name().value());
    json.writeNumberProperty("shard", shard.number());
    json.writeName("owner");
    json.writeString(owner(row).orElse(null));
    json.writeNumberProperty("epoch", row.map(found -> found.fence().epoch()).orElse(0L));
    json.writeEndObject();
  }

  private static Optional<String> owner(Optional<StaticRow> row) {
    return row.filter(found -> !found.find(ShardTable.RELEASED).orElse(false))
        .flatMap(found -> found.find(ShardTable.OWNER));
  }
}
