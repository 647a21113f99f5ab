package io.messina.server.streams;

import io.messina.api.GroupName;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.Created;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.Start;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.peer.GroupStatus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

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
        Route.of(Verb.GET, ALL, "listGroups", "The groups of a stream.", this::list)
            .answers("Groups", 200),
        Route.of(
                Verb.PUT,
                ONE,
                "createGroup",
                "Creates a group, or changes it: what is absent stays as it is, and so does where"
                    + " it began.",
                this::create)
            .takes("GroupOptions")
            .answers("Group", 200, 201),
        Route.of(Verb.GET, ONE, "getGroup", "What a group is like, and how far it is.", this::get)
            .answers("GroupStatus", 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteGroup",
                "Deletes a group with its dead letters.",
                this::delete)
            .answersPlain(204),
        Route.of(
                Verb.POST,
                ONE + "/seek",
                "seek",
                "Goes on elsewhere; receipts of before are stale.",
                this::seek)
            .takes("Seek")
            .answersPlain(204),
        command("pause", "Hands out nothing new.", Group::pause),
        command("resume", "Hands out again.", Group::resume),
        command("purge", "Passes over all events up to now.", Group::purge));
  }

  private Route command(String name, String summary, Consumer<Group> command) {
    return Route.of(
            Verb.POST,
            ONE + "/" + name,
            name,
            summary,
            exchange -> {
              exchange.jsonIfAny().end();
              command.accept(directory.group(exchange));
              exchange.sendNothing();
            })
        .answersPlain(204);
  }

  private void list(Exchange exchange) {
    List<GroupDefinition> groups = directory.stream(exchange).groups();
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("groups");
          groups.forEach(group -> write(json, group));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void create(Exchange exchange) throws IOException {
    GroupName name = Directory.groupName(exchange);
    Stream stream = directory.stream(exchange);
    Fields fields = exchange.jsonIfAny();
    Start start = fields.text("start", StartText::parse).orElseGet(Start.Earliest::new);
    Created<Group> created =
        stream.createGroup(name, start, standing -> GroupJson.read(fields, standing));
    GroupDefinition group = created.value().definition();
    exchange.sendJson(created.isNew() ? 201 : 200, json -> write(json, group));
  }

  private static void write(JsonGenerator json, GroupDefinition group) {
    json.writeStartObject();
    GroupJson.writeFields(json, group);
    json.writeEndObject();
  }

  private void get(Exchange exchange) {
    Group group = directory.group(exchange);
    GroupDefinition definition = group.definition();
    Map<Integer, GroupStatus> status = group.status();
    List<Integer> missing = missing(directory.stream(exchange), status);
    Optional<Integer> dead =
        missing.isEmpty()
            ? Optional.of(group.countDeadLetters(DEAD_COUNTED_MAX))
            : Optional.empty();
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          GroupJson.writeFields(json, definition);
          writeProgress(json, status, missing);
          json.writeName("dead");
          dead.ifPresentOrElse(json::writeNumber, json::writeNull);
          json.writeEndObject();
        });
  }

  /** The shards whose owners did not answer. */
  private static List<Integer> missing(Stream stream, Map<Integer, GroupStatus> status) {
    return stream.definition().shards().stream()
        .map(ShardId::number)
        .filter(number -> !status.containsKey(number))
        .toList();
  }

  private static void writeProgress(
      JsonGenerator json, Map<Integer, GroupStatus> status, List<Integer> missing) {
    json.writeObjectPropertyStart("shards");
    status.forEach(
        (shard, progress) -> {
          json.writeName(Integer.toString(shard));
          GroupJson.write(json, progress);
        });
    json.writeEndObject();
    json.writeName("lag");
    if (missing.isEmpty()) {
      json.writeNumber(status.values().stream().mapToLong(GroupStatus::behind).sum());
    } else {
      json.writeNull();
      json.writeArrayPropertyStart("missing");
      missing.forEach(json::writeNumber);
      json.writeEndArray();
    }
    json.writeNumberProperty(
        "in_flight", status.values().stream().mapToLong(GroupStatus::inFlight).sum());
  }

  private void delete(Exchange exchange) {
    GroupName name = Directory.groupName(exchange);
    if (!directory.stream(exchange).deleteGroup(name)) {
      throw new ProblemException(
          ProblemCode.GROUP_NOT_FOUND, "group: " + name + " (expected: one that was created)");
    }
    exchange.sendNothing();
  }

  private void seek(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    Start to = fields.required("to", fields.text("to", StartText::parse));
    fields.end();
    directory.group(exchange).seek(to);
    exchange.sendNothing();
  }
}
