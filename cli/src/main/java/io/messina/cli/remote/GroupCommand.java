package io.messina.cli.remote;

import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.NewGroup;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.UnfinishedEvents;
import io.messina.api.UnfinishedQuery;
import io.messina.api.Wire;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.group.GroupClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina group}. */
@Command(
    name = "group",
    description = "List, create, change, show, delete and steer consumer groups of a stream.")
public final class GroupCommand implements Completed {

  /** Up to so many a server counts. */
  private static final long DEAD_COUNTED = 1_000;

  @Spec private CommandSpec spec;

  @Override
  public void complete(CommandLine group) {
    RecordOptions.addForNew(
        Objects.requireNonNull(group.getSubcommands().get("create")), NewGroup.DEFAULT);
    RecordOptions.addForChange(
        Objects.requireNonNull(group.getSubcommands().get("change")), GroupOptions.class);
    RecordOptions.addForNew(
        Objects.requireNonNull(group.getSubcommands().get("unfinished")), UnfinishedQuery.DEFAULT);
  }

  @Command(name = "list", description = "List the groups of a stream.")
  void list(
      @Parameters(paramLabel = "STREAM", description = "The name of the stream.") StreamName stream,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(), "groups", client.stream(stream).groups().stream().map(Wire::fields).toList());
    }
  }

  @Command(
      name = "create",
      description = {
        "Create a group, or change it to these options.",
        "",
        "Options that are not given have their defaults.",
        ""
      })
  void create(@Mixin GroupPlace place, @Mixin Expected expected, @Mixin OutputFormat format) {
    NewGroup wanted = RecordOptions.given(subcommand("create"), NewGroup.DEFAULT, NewGroup.DEFAULT);
    format.printOne(
        out(),
        Wire.fields(
            place.ask(
                group ->
                    expected
                        .on(group, GroupClient::ifMatch, GroupClient::ifAbsent)
                        .create(wanted.start(), wanted.options()))));
  }

  @Command(
      name = "change",
      description = {"Change a group.", "", "Options that are not given stay as they are.", ""})
  void change(@Mixin GroupPlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    CommandLine command = subcommand("change");
    format.printOne(
        out(),
        Wire.fields(
            place.ask(
                group ->
                    tag.on(group, GroupClient::ifMatch)
                        .change(
                            options ->
                                RecordOptions.given(command, options, GroupOptions.DEFAULT)))));
  }

  @Command(name = "show", description = "Show the definition and progress of a group.")
  void show(@Mixin GroupPlace place, @Mixin OutputFormat format) {
    GroupStatus status = place.ask(GroupClient::get);
    Map<String, @Nullable Object> fields = Wire.fields(status);
    if (status.missing().isEmpty()) {
      fields.remove("missing");
    }
    fields.put("shards", shards(status));
    if (!format.isJson() && status.dead().orElse(0) >= DEAD_COUNTED) {
      fields.put("dead", String.format(Locale.ROOT, "%,d or more", DEAD_COUNTED));
    }
    format.printOne(out(), fields);
    if (!format.isJson()) {
      out().println();
      format.printAll(out(), "shards", shards(status));
    }
  }

  private static List<Map<String, @Nullable Object>> shards(GroupStatus status) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    status
        .shards()
        .forEach(
            (number, shard) -> {
              Map<String, @Nullable Object> row = new LinkedHashMap<>();
              row.put("shard", number);
              row.putAll(Wire.fields(shard));
              rows.add(row);
            });
    return rows;
  }

  @Command(
      name = "unfinished",
      description = {
        "Show events that a group has not finished: which worker has them, and since when.",
        "",
        "The longest held ones first.",
        ""
      })
  void unfinished(@Mixin GroupPlace place, @Mixin OutputFormat format) {
    UnfinishedQuery query =
        RecordOptions.given(
            subcommand("unfinished"), UnfinishedQuery.DEFAULT, UnfinishedQuery.DEFAULT);
    UnfinishedEvents found = place.ask(group -> group.unfinished(query));
    if (format.isJson()) {
      format.printOne(out(), Wire.fields(found));
      return;
    }
    format.printAll(out(), "events", found.events().stream().map(Wire::fields).toList());
    if (!found.missing().isEmpty()) {
      out().println("The owners of these shards did not answer: " + found.missing());
    }
  }

  @Command(name = "delete", description = "Delete a group; the stream's events stay.")
  void delete(@Mixin GroupPlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    steer(place, format, group -> tag.on(group, GroupClient::ifMatch).delete(), "deleted");
  }

  @Command(
      name = "seek",
      description = "Move a group to another position; events that are handed out are taken back.")
  void seek(
      @Mixin GroupPlace place,
      @Option(
              names = "--to",
              required = true,
              paramLabel = "WHERE",
              description = "earliest, latest, or a time such as 2015-09-12T12:00:00Z.")
          Start to,
      @Mixin OutputFormat format) {
    steer(place, format, group -> group.seek(to), "moved");
  }

  @Command(name = "pause", description = "Hand out nothing until the group is resumed.")
  void pause(@Mixin GroupPlace place, @Mixin OutputFormat format) {
    steer(place, format, GroupClient::pause, "paused");
  }

  @Command(name = "resume", description = "Hand out events of a paused group again.")
  void resume(@Mixin GroupPlace place, @Mixin OutputFormat format) {
    steer(place, format, GroupClient::resume, "resumed");
  }

  @Command(name = "purge", description = "Pass over all events that the group has not finished.")
  void purge(@Mixin GroupPlace place, @Mixin OutputFormat format) {
    steer(place, format, GroupClient::purge, "purged");
  }

  private void steer(
      GroupPlace place, OutputFormat format, Consumer<GroupClient> step, String done) {
    place.ask(
        group -> {
          step.accept(group);
          return true;
        });
    String sentence = "The group " + place.group() + " of " + place.stream() + " is " + done + ".";
    format.printDone(out(), sentence, Map.of(done, place.group().value()));
  }

  private CommandLine subcommand(String name) {
    return Objects.requireNonNull(spec.subcommands().get(name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
