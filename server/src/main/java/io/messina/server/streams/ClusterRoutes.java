package io.messina.server.streams;

import io.messina.api.Cluster;
import io.messina.api.ClusterShard;
import io.messina.api.FinishedUpgrade;
import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import java.util.List;

/** Shows which node owns which shard, and ends upgrades. */
record ClusterRoutes(Directory directory, ClusterView view) {

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                "/v1/cluster",
                "getCluster",
                "The nodes, as each tells of itself, and the owner of each shard.",
                this::get)
            .answers(Cluster.class, 200),
        Route.of(
                Verb.POST,
                "/v1/cluster/finish-upgrade",
                "finishUpgrade",
                "Writes the newest formats from now on, once all nodes know them; those that do not"
                    + " know them cannot join any more.",
                this::finishUpgrade)
            .answers(FinishedUpgrade.class, 200),
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
    ClusterShard shard = view.shard(stream.definition(), number);
    exchange.sendJson(200, json -> Wire.write(json, shard));
  }

  private void finishUpgrade(Exchange exchange) {
    FinishedUpgrade finished = view.finishUpgrade();
    exchange.sendJson(200, json -> Wire.write(json, finished));
  }

  private void get(Exchange exchange) {
    Cluster cluster = view.cluster();
    exchange.sendLargeJson(200, json -> Wire.write(json, cluster));
  }
}
