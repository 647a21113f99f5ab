package io.messina.server.streams;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.NewGroup;
import io.messina.api.ProblemCode;
import io.messina.api.Seek;
import io.messina.api.ShardProgress;
import io.messina.api.Wire;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.ShardGroupStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Creates, shows, moves and deletes groups. */
final class GroupRoutes {

  private static final String ALL = "/v1/streams/{stream}/groups";
  private static final String ONE = ALL + "/{group}";

  /** More dead letters count as so many. */
  private static final int DEAD_COUNTED_MAX = 1_000;

  private final Directory directory;

  GroupRoutes(Directory directory) {
    this.directory = directory;
  }

  List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listGroups", "The groups of a stream.", this::list)
                .answers("Groups", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createGroup",
                "Creates a group, or replaces its options: an absent one gets its default. The"
                    + " place where it began stays.",
                this::create)
            .takes("NewGroup")
            .answers("Group", 200, 201)
            .tagged(),
        Route.of(
                Verb.PATCH,
                ONE,
                "changeGroup",
                "Changes the options that it names; null sets the default again.",
                this::change)
            .takes("GroupOptions")
            .answers("Group", 200)
            .tagged(),
        Route.of(Verb.GET, ONE, "getGroup", "The options and the progress of a group.", this::get)
            .answers("GroupStatus", 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteGroup",
                "Deletes a group with its dead letters.",
                this::delete)
            .answersPlain(204)
            .tagged(),
        Route.of(
                Verb.POST,
                ONE + "/seek",
                "seek",
                "Moves the group to another place; earlier receipts become stale.",
                this::seek)
            .takes("Seek")
            .answersPlain(204),
        command(
            "pause", "Pauses the group: it hands out no events.", directory::group, Group::pause),
        command("resume", "Resumes a paused group.", directory::group, Group::resume),
        command("purge", "Skips all events up to now.", directory::openGroup, Group::purge));
  }

  private static Route command(
      String name, String summary, Function<Exchange, Group> find, Consumer<Group> command) {
    return Route.of(
            Verb.POST,
            ONE + "/" + name,
            name,
            summary,
            exchange -> {
              exchange.jsonIfAny().end();
              command.accept(find.apply(exchange));
              exchange.sendNothing();
            })
        .answersPlain(204);
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "groups",
        directory.stream(exchange).groups(),
        GroupName::new,
        group -> group.id().name().value(),
        CatalogGroup::shown);
  }

  private void create(Exchange exchange) throws IOException {
    GroupName name = Directory.openGroupName(exchange);
    Stream stream = directory.stream(exchange);
    NewGroup wanted = exchange.jsonIfAny().change(NewGroup.DEFAULT, NewGroup.DEFAULT);
    Created<CatalogGroup> created =
        stream.createOrChangeGroup(name, wanted.start(), wanted.options(), exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void change(Exchange exchange) throws IOException {
    GroupName name = Directory.openGroupName(exchange);
    Stream stream = directory.stream(exchange);
    Fields fields = exchange.json().check(GroupOptions.class);
    send(
        exchange,
        200,
        stream.changeGroup(
            name,
            standing -> fields.change(standing, GroupOptions.DEFAULT),
            exchange.precondition()));
  }

  private static void send(Exchange exchange, int status, CatalogGroup group) {
    exchange.sendTagged(status, group.tag(), json -> Wire.write(json, group.shown()));
  }

  private void get(Exchange exchange) {
    Group group = directory.group(exchange);
    Map<Integer, ShardProgress> shards = new LinkedHashMap<>();
    group.status().forEach((shard, status) -> shards.put(shard, progress(status)));
    List<Integer> missing = missing(directory.stream(exchange), shards.keySet());
    GroupStatus status =
        new GroupStatus(
            group.definition().shown(),
            shards,
            missing.isEmpty()
                ? OptionalLong.of(sum(shards, ShardProgress::lag))
                : OptionalLong.empty(),
            missing,
            sum(shards, ShardProgress::inFlight),
            missing.isEmpty()
                ? OptionalLong.of(group.countDeadLetters(DEAD_COUNTED_MAX))
                : OptionalLong.empty());
    exchange.sendTagged(200, status.definition().tag(), json -> Wire.write(json, status));
  }

  /** The shards whose owners did not answer. */
  private static List<Integer> missing(Stream stream, Set<Integer> known) {
    return stream.definition().shards().stream()
        .map(ShardId::number)
        .filter(number -> !known.contains(number))
        .toList();
  }

  private static ShardProgress progress(ShardGroupStatus status) {
    return new ShardProgress(
        status.end(),
        status.floor(),
        status.behind(),
        status.inFlight(),
        status.waiting(),
        status.followed(),
        status.oldestBehind(),
        status.paused(),
        status.aside());
  }

  private static long sum(Map<Integer, ShardProgress> shards, ToLongFunction<ShardProgress> part) {
    return shards.values().stream().mapToLong(part).sum();
  }

  private void delete(Exchange exchange) {
    GroupName name = Directory.openGroupName(exchange);
    if (!directory.stream(exchange).deleteGroup(name, exchange.precondition())) {
      throw new ProblemException(
          ProblemCode.GROUP_NOT_FOUND, "group: " + name + " (expected: one that was created)");
    }
    exchange.sendNothing();
  }

  private void seek(Exchange exchange) throws IOException {
    directory.soughtGroup(exchange).seek(exchange.json().read(Seek.class).to());
    exchange.sendNothing();
  }
}
