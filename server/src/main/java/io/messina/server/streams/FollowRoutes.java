package io.messina.server.streams;

import io.messina.api.ReadQuery;
import io.messina.api.ShardCommit;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.stream.node.Group;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** Reads shards for groups that follow, and notes how far they are. */
final class FollowRoutes {

  private static final String SHARD = "/v1/streams/{stream}/groups/{group}/shards/{shard}";

  private final Directory directory;
  private final LongPolls polls;

  FollowRoutes(Directory directory, LongPolls polls) {
    this.directory = directory;
    this.polls = polls;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                SHARD + "/events",
                "follow",
                "Reads a shard from the position that the group has committed.",
                this::follow)
            .query(ReadQuery.class)
            .answers(EventSchemas.FOLLOWED, 200),
        Route.of(
                Verb.POST,
                SHARD + "/commit",
                "commit",
                "Commits the next of a read, once its events are done. An earlier position changes"
                    + " nothing, and after a seek neither does the run of an earlier read.",
                this::commit)
            .takes(ShardCommit.class)
            .answersPlain(204));
  }

  private void follow(Exchange exchange) {
    Group group = directory.group(exchange);
    int shard = Directory.shard(exchange, directory.stream(exchange));
    ReadQuery query = exchange.query(ReadQuery.class);
    EventPage page =
        polls.callAside(
            exchange.caller(),
            query.waitUpTo(),
            longest -> group.read(shard, query.limit(), longest));
    exchange.sendLargeJson(200, json -> EventRoutes.writePage(json, page, OptionalInt.empty()));
  }

  private void commit(Exchange exchange) throws IOException {
    Group group = directory.openGroup(exchange);
    int shard = Directory.shard(exchange, directory.stream(exchange));
    ShardCommit done = exchange.json().read(ShardCommit.class);
    OptionalInt run = done.run().map(OptionalInt::of).orElse(OptionalInt.empty());
    group.commit(shard, new Commit(done.position(), run));
    exchange.sendNothing();
  }
}
