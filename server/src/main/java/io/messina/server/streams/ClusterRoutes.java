package io.messina.server.streams;

import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.ShardTable;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
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
    List<Shard> shards = streams.list().stream().flatMap(this::shards).toList();
    TreeSet<String> nodes = new TreeSet<>();
    shards.forEach(shard -> shard.owner().ifPresent(nodes::add));
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("nodes");
          nodes.forEach(json::writeString);
          json.writeEndArray();
          json.writeArrayPropertyStart("shards");
          shards.forEach(shard -> write(json, shard));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private Stream<Shard> shards(CatalogStream stream) {
    return stream.shards().stream()
        .map(
            id -> {
              PartitionKey state = stream.state(id.number());
              return new Shard(id, store.getStatic(state), store.locations().find(state));
            });
  }

  private static void write(JsonGenerator json, Shard shard) {
    json.writeStartObject();
    json.writeStringProperty("stream", shard.id.stream().name().value());
    json.writeNumberProperty("shard", shard.id.number());
    json.writeName("owner");
    json.writeString(shard.owner().orElse(null));
    json.writeNumberProperty("epoch", shard.state.map(found -> found.fence().epoch()).orElse(0L));
    shard.location.ifPresent(
        location -> {
          json.writeArrayPropertyStart("location");
          location.replicas().forEach(home -> json.writeString(home.toString()));
          json.writeEndArray();
        });
    json.writeEndObject();
  }

  /** The owner of a shard, and the nodes and cores of the database that hold its state. */
  private record Shard(
      ShardId id, Optional<StaticRow> state, Optional<PartitionLocation> location) {

    private Optional<String> owner() {
      return state
          .filter(found -> !found.find(ShardTable.RELEASED).orElse(false))
          .flatMap(found -> found.find(ShardTable.OWNER));
    }
  }
}
