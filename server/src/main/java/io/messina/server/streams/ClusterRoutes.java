package io.messina.server.streams;

import io.messina.api.Cluster;
import io.messina.api.ClusterShard;
import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.ShardTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows which node owns which shard. */
final class ClusterRoutes {

  private final Directory directory;
  private final Streams streams;
  private final Store store;

  ClusterRoutes(Directory directory, Store store) {
    this.directory = directory;
    this.streams = directory.streams();
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
            .answers(Cluster.class, 200),
        Route.of(
                Verb.GET,
                "/v1/streams/{stream}/where",
                "whereIsKey",
                "The shard of all events with a key, its owner, and where the database holds it.",
                this::where)
            .query("key", "The key of the events.")
            .answers(ClusterShard.class, 200));
  }

  private void where(Exchange exchange) {
    io.messina.stream.node.Stream stream = directory.stream(exchange);
    int number =
        exchange
            .query("key", key -> stream.shardOf(Bytes.utf8(key)))
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemCode.BAD_REQUEST, "key: absent (expected: the key of events)"));
    CatalogStream definition = stream.definition();
    ClusterShard shard = shard(number, definition, definition.state(number));
    exchange.sendJson(200, json -> Wire.write(json, shard));
  }

  private void get(Exchange exchange) {
    List<ClusterShard> shards = streams.list().stream().flatMap(this::shards).toList();
    List<String> nodes =
        shards.stream().flatMap(shard -> shard.owner().stream()).distinct().sorted().toList();
    Cluster cluster = new Cluster(nodes, shards);
    exchange.sendLargeJson(200, json -> Wire.write(json, cluster));
  }

  private Stream<ClusterShard> shards(CatalogStream stream) {
    return stream.shards().stream()
        .map(id -> shard(id.number(), stream, stream.state(id.number())));
  }

  private ClusterShard shard(int number, CatalogStream stream, PartitionKey key) {
    Optional<StaticRow> state = store.look(key);
    return new ClusterShard(
        stream.id().name(),
        number,
        state
            .filter(found -> !found.find(ShardTable.RELEASED).orElse(false))
            .flatMap(found -> found.find(ShardTable.OWNER)),
        state.map(found -> found.fence().epoch()).orElse(0L),
        store.locations().find(key).stream()
            .flatMap(location -> location.replicas().stream())
            .map(Object::toString)
            .toList());
  }
}
