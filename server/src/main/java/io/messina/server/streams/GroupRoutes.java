package io.messina.server.streams;

import io.messina.api.EventState;
import io.messina.api.GroupDefinition;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.NewGroup;
import io.messina.api.ProblemCode;
import io.messina.api.Seek;
import io.messina.api.ShardProgress;
import io.messina.api.UnfinishedEvent;
import io.messina.api.UnfinishedEvents;
import io.messina.api.UnfinishedQuery;
import io.messina.api.Wire;
import io.messina.runtime.definition.Created;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.json.StrictUtf8;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.UnfinishedOfGroup;
import io.messina.stream.owner.ShardGroupStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Creates, shows, moves and deletes groups. */
final class GroupRoutes implements Resources<GroupDefinition> {

  private static final String ALL = "/v1/streams/{stream}/groups";
  private static final String ONE = ALL + "/{group}";

  /** The most dead letters that are counted. */
  private static final int DEAD_COUNTED_MAX = 1_000;

  private final Directory directory;

  GroupRoutes(Directory directory) {
    this.directory = directory;
  }

  List<Route> routes() {
    DefinitionRoutes<GroupDefinition, GroupDefinition> routes =
        new DefinitionRoutes<>(
            new DefinitionRoutes.Kind("Group", "groups", ALL, ONE),
            GroupDefinition.class,
            Function.identity(),
            this);
    return List.of(
        routes.list("The groups of a stream."),
        routes.put(
            Schema.change(NewGroup.class),
            "Creates a group, or replaces its options: an absent one gets its default. The"
                + " place where it began stays."),
        routes.change(
            GroupOptions.class,
            "Changes the options that it names; null sets the default again.",
            this::change),
        Route.of(Verb.GET, ONE, "getGroup", "The options and the progress of a group.", this::get)
            .answers(GroupStatus.class, 200)
            .tagged(),
        routes.delete("Deletes a group with its dead letters."),
        Route.of(
                Verb.GET,
                ONE + "/unfinished",
                "listUnfinished",
                "Unfinished events of a group: which worker has them, and since when.",
                this::unfinished)
            .query(UnfinishedQuery.class)
            .answers(UnfinishedEvents.class, 200),
        Route.of(
                Verb.POST,
                ONE + "/seek",
                "seek",
                "Moves the group to another place; earlier receipts become stale.",
                this::seek)
            .takes(Seek.class)
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
              command.accept(find.apply(exchange));
              exchange.sendNothing();
            })
        .answersPlain(204);
  }

  @Override
  public Collection<GroupDefinition> all(Exchange exchange) {
    return directory.stream(exchange).groups().stream().map(CatalogGroup::shown).toList();
  }

  @Override
  public Object checkName(String name) {
    return new GroupName(name);
  }

  @Override
  public Created<GroupDefinition> put(Exchange exchange) throws IOException {
    GroupName name = Directory.openGroupName(exchange);
    Stream stream = directory.stream(exchange);
    NewGroup wanted = exchange.jsonIfAny().change(NewGroup.DEFAULT, NewGroup.DEFAULT);
    return stream
        .createOrChangeGroup(name, wanted.start(), wanted.options(), exchange.precondition())
        .map(CatalogGroup::shown);
  }

  private GroupDefinition change(Exchange exchange) throws IOException {
    GroupName name = Directory.openGroupName(exchange);
    Stream stream = directory.stream(exchange);
    Fields fields = exchange.json().check(GroupOptions.class);
    return stream
        .changeGroup(
            name,
            standing -> fields.change(standing, GroupOptions.DEFAULT),
            exchange.precondition())
        .shown();
  }

  @Override
  public GroupDefinition find(Exchange exchange) {
    return directory.group(exchange).definition().shown();
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

  private void unfinished(Exchange exchange) {
    UnfinishedQuery query = exchange.query(UnfinishedQuery.class);
    UnfinishedOfGroup found =
        directory
            .group(exchange)
            .unfinished(
                new Unfinished.Query(
                    query.state().map(GroupRoutes::stage),
                    query.worker(),
                    query.heldFor().map(Duration::toMillis).orElse(-1L),
                    query.limit()));
    UnfinishedEvents answer =
        new UnfinishedEvents(
            found.events().stream().map(each -> unfinished(each.event(), each.state())).toList(),
            found.missing());
    exchange.sendLargeJson(200, json -> Wire.write(json, answer));
  }

  private static UnfinishedEvent unfinished(StoredEvent stored, DeliveryState state) {
    return new UnfinishedEvent(
        stored.id().id(),
        stored.id().shard(),
        stored.event().key().flatMap(key -> StrictUtf8.decode(key.toArray())),
        stored.appendTime(),
        EventLookup.alive(state));
  }

  private static DeliveryState.Stage stage(EventState state) {
    return state == EventState.PROCESSING
        ? DeliveryState.Stage.PROCESSING
        : DeliveryState.Stage.RECEIVED;
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

  @Override
  public void delete(Exchange exchange) {
    GroupName name = Directory.openGroupName(exchange);
    if (!directory.stream(exchange).deleteGroup(name, exchange.precondition())) {
      throw new ProblemException(
          ProblemCode.GROUP_NOT_FOUND, "group: " + name + " (expected: one that was created)");
    }
  }

  private void seek(Exchange exchange) throws IOException {
    directory.soughtGroup(exchange).seek(exchange.json().read(Seek.class).to());
    exchange.sendNothing();
  }
}
