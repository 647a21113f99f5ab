package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.NewGroup;
import io.messina.api.Placement;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.placement.ShardSalts;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The meaning of the definitions of streams and groups: decides about changes, without reading or
 * writing. The row of a stream is named like the stream, {@code edits}; that of a group by its
 * stream's creation and its own name, {@code edits~1/enricher}. The rows of a deleted stream's
 * groups are deleted, because no other creation of the stream uses their names; other rows are
 * kept, because they contain the generation.
 */
final class StreamDefinitions {

  static final String KIND = "streams";
  static final int STREAMS_MAX = 1_000;
  static final int GROUPS_MAX = 1_000;

  /** How many rows there may be, including those of deleted streams and groups. */
  static final int NAMES_MAX = 20_000;

  static final int JSON_CHARS_MAX = 64 << 10;

  private static final char SLASH = '/';
  private static final char TILDE = '~';

  /** The definition of a deleted stream whose shards have no data any more. */
  private static final String NO_DATA = "{}";

  private StreamDefinitions() {}

  /** One definition that cannot be read hides none of the others. */
  static CatalogView view(Definitions definitions) {
    NavigableMap<String, CatalogStream> streams = new TreeMap<>();
    NavigableMap<String, NavigableMap<String, CatalogGroup>> groups = new TreeMap<>();
    NavigableMap<String, DeletedStream> deleted = new TreeMap<>();
    NavigableMap<String, String> unreadable = new TreeMap<>();
    for (Definition row : streamRows(definitions)) {
      try {
        if (isHoldingData(row)) {
          DeletedStream stream = deleted(row);
          deleted.put(stream.stream().id().toString(), stream);
        } else if (!row.deleted()) {
          CatalogStream stream = stream(row);
          streams.put(stream.id().name().value(), stream);
          groups.put(stream.id().toString(), groups(definitions, stream.id(), unreadable));
        }
      } catch (StreamException.Refused e) {
        unreadable.put(row.name(), String.valueOf(e.getMessage()));
      }
    }
    return new CatalogView(streams, groups, deleted, unreadable);
  }

  /** The present creation of a name, or the next one if there is none. */
  static StreamId creation(Definitions standing, StreamName name) {
    return standing
        .living(name.value())
        .map(StreamDefinitions::id)
        .orElseGet(() -> new StreamId(name, nextGeneration(standing, name)));
  }

  /** The tag of a stream that is there. */
  static Optional<String> tag(Definitions standing, StreamName name) {
    return standing.living(name.value()).map(row -> stream(row).tag());
  }

  /** The tag of a group that is there. */
  static Optional<String> tag(Definitions standing, StreamId stream, GroupName name) {
    return standing.living(stream.toString() + SLASH + name).map(row -> group(stream, row).tag());
  }

  static Change<Created<CatalogStream>> create(Definitions standing, CatalogStream planned) {
    return create(standing, planned, _ -> planned.options());
  }

  /**
   * Creates a stream or changes it.
   *
   * @param planned the stream if it does not exist
   * @param options computes the new options of an existing one, in any creation; its salts stay
   */
  static Change<Created<CatalogStream>> create(
      Definitions standing, CatalogStream planned, UnaryOperator<StreamOptions> options) {
    StreamName name = planned.id().name();
    Optional<Definition> living = standing.living(name.value());
    if (living.isPresent()) {
      return change(living.get(), options.apply(stream(living.get()).options()));
    }
    checkPlanned(standing, planned);
    checkRoom("streams", streamsOf(standing), STREAMS_MAX);
    Definition created = created(standing, name.value(), json(planned.options(), planned.salts()));
    return Change.of(created, new Created<>(stream(created), true))
        .keeping(
            standing
                .find(name.value())
                .filter(StreamDefinitions::isHoldingData)
                .map(former -> former.renamed(id(former).toString())));
  }

  /** Changes a stream by a function of its options. */
  static Change<Created<CatalogStream>> change(
      Definitions standing, StreamName name, UnaryOperator<StreamOptions> options) {
    Definition row =
        standing
            .living(name.value())
            .orElseThrow(
                () ->
                    new StreamException.NotFound(
                        StreamException.NotFound.Kind.STREAM,
                        "stream: " + name + " (expected: one that was created)"));
    return change(row, options.apply(stream(row).options()));
  }

  static Change<Boolean> delete(Definitions standing, StreamName name) {
    return standing
        .living(name.value())
        .map(row -> Change.of(row.gone(), true).removing(groupNames(id(row))))
        .orElseGet(() -> Change.none(false));
  }

  /** Records that a shard of a deleted stream has no data any more. */
  static Change<Boolean> erased(Definitions standing, ShardId shard) {
    String name = shard.stream().name().value();
    Optional<Definition> holding =
        Stream.of(name, shard.stream().toString())
            .flatMap(each -> standing.find(each).stream())
            .filter(row -> isHoldingData(row) && id(row).equals(shard.stream()))
            .findFirst();
    if (holding.isEmpty()) {
      return Change.none(false);
    }
    Definition row = holding.get();
    DeletedStream stream = deleted(row);
    Set<Integer> erased = new TreeSet<>(stream.erased());
    erased.add(shard.number());
    if (erased.size() < stream.stream().options().shards()) {
      return Change.of(row.changed(KeptStream.erased(row.json(), erased)), true);
    }
    return row.name().equals(name)
        ? Change.of(row.changed(NO_DATA), true)
        : standing
            .find(name)
            .map(present -> Change.of(present, true).removing(NameRange.only(row.name())))
            .orElseGet(() -> Change.none(false));
  }

  /** Creates a group, or changes it to these options. */
  static Change<Created<CatalogGroup>> create(
      Definitions standing, StreamId stream, GroupName name, Start start, GroupOptions options) {
    checkThere(standing, stream);
    String key = stream.toString() + SLASH + name;
    Optional<Definition> living = standing.living(key);
    if (living.isPresent()) {
      return change(stream, living.get(), options);
    }
    checkRoom(stream + ": groups", standing.within(groupNames(stream)).stream(), GROUPS_MAX);
    Definition created = created(standing, key, Wire.write(new NewGroup(start, options)));
    return Change.of(created, new Created<>(group(stream, created), true));
  }

  /** Changes a group by a function of its options. */
  static Change<Created<CatalogGroup>> change(
      Definitions standing, StreamId stream, GroupName name, UnaryOperator<GroupOptions> options) {
    checkThere(standing, stream);
    Definition row =
        standing
            .living(stream.toString() + SLASH + name)
            .orElseThrow(
                () ->
                    new StreamException.NotFound(
                        StreamException.NotFound.Kind.GROUP,
                        "group: " + name + " (expected: one that was created)"));
    return change(stream, row, options.apply(group(stream, row).options()));
  }

  static Change<Boolean> delete(Definitions standing, StreamId stream, GroupName name) {
    return standing
        .living(stream.toString() + SLASH + name)
        .map(row -> Change.of(row.gone(), true))
        .orElseGet(() -> Change.none(false));
  }

  private static String json(StreamOptions options, ShardSalts salts) {
    String json = KeptStream.write(options, salts);
    checkSize(json);
    return json;
  }

  private static int nextGeneration(Definitions standing, StreamName name) {
    return standing.find(name.value()).map(row -> Math.addExact(row.generation(), 1)).orElse(1);
  }

  /** Salts belong to one creation, because the generation is part of the keys too. */
  private static void checkPlanned(Definitions standing, CatalogStream planned) {
    StreamName name = planned.id().name();
    if (planned.options().placement() != Placement.ANY
        && planned.id().generation() != nextGeneration(standing, name)) {
      throw new StreamException.Unavailable(
          "stream: " + name + " (expected: nobody else creates and deletes it at the same time)");
    }
  }

  private static Change<Created<CatalogStream>> change(Definition row, StreamOptions options) {
    CatalogStream existing = stream(row);
    if (existing.options().equals(options)) {
      return Change.none(new Created<>(existing, false));
    }
    checkSame("shards", existing.options().shards(), options.shards());
    checkSame("placement", existing.options().placement(), options.placement());
    Definition changed = row.changed(json(options, existing.salts()));
    return Change.of(changed, new Created<>(stream(changed), false));
  }

  private static void checkSame(String name, Object standing, Object wanted) {
    if (!standing.equals(wanted)) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.CONFLICT,
          name + ": " + text(wanted) + " (expected: " + text(standing) + ", as it was created)");
    }
  }

  private static String text(Object value) {
    return value.toString().toLowerCase(Locale.ROOT);
  }

  /** The start is not changed: the group has begun there. */
  private static Change<Created<CatalogGroup>> change(
      StreamId stream, Definition row, GroupOptions options) {
    CatalogGroup existing = group(stream, row);
    if (existing.options().equals(options)) {
      return Change.none(new Created<>(existing, false));
    }
    Definition changed = row.changed(Wire.write(new NewGroup(existing.start(), options)));
    return Change.of(changed, new Created<>(group(stream, changed), false));
  }

  private static Definition created(Definitions standing, String name, String json) {
    Optional<Definition> former = standing.find(name);
    if (former.isEmpty() && standing.rows().size() >= NAMES_MAX) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          "names of streams and groups, with deleted ones: "
              + NAMES_MAX
              + " (expected: fewer before a new one is used)");
    }
    return former
        .map(definition -> definition.createdAgain(json))
        .orElseGet(() -> Definition.first(name, json));
  }

  private static void checkThere(Definitions standing, StreamId stream) {
    if (standing.living(stream.name().value()).filter(row -> id(row).equals(stream)).isEmpty()) {
      throw new StreamException.NotFound(
          StreamException.NotFound.Kind.STREAM,
          "stream: " + stream.name() + " (expected: one that is there)");
    }
  }

  private static void checkRoom(String what, Stream<Definition> rows, int max) {
    long living = rows.filter(row -> !row.deleted()).count();
    if (living >= max) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          what + ": " + living + " (expected: fewer before another is created)");
    }
  }

  private static void checkSize(String json) {
    if (json.length() > JSON_CHARS_MAX) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          "definition: "
              + json.length()
              + " characters of JSON (expected: up to "
              + JSON_CHARS_MAX
              + ")");
    }
  }

  private static NavigableMap<String, CatalogGroup> groups(
      Definitions definitions, StreamId stream, NavigableMap<String, String> unreadable) {
    NavigableMap<String, CatalogGroup> groups = new TreeMap<>();
    for (Definition row : definitions.within(groupNames(stream))) {
      try {
        if (!row.deleted()) {
          CatalogGroup group = group(stream, row);
          groups.put(group.id().name().value(), group);
        }
      } catch (StreamException.Refused e) {
        unreadable.put(row.name(), String.valueOf(e.getMessage()));
      }
    }
    return groups;
  }

  private static List<Definition> streamRows(Definitions definitions) {
    return definitions.rows().values().stream()
        .filter(row -> row.name().indexOf(SLASH) < 0)
        .toList();
  }

  private static Stream<Definition> streamsOf(Definitions definitions) {
    return streamRows(definitions).stream().filter(row -> row.name().indexOf(TILDE) < 0);
  }

  private static boolean isHoldingData(Definition row) {
    return row.deleted() && !row.json().equals(NO_DATA);
  }

  static NameRange groupNames(StreamId stream) {
    return NameRange.beginning(stream.toString() + SLASH);
  }

  /** Also for a row that a later creation of its name has moved away. */
  private static StreamId id(Definition row) {
    int tilde = row.name().indexOf(TILDE);
    String name = tilde < 0 ? row.name() : row.name().substring(0, tilde);
    return new StreamId(new StreamName(name), row.generation());
  }

  private static DeletedStream deleted(Definition row) {
    return read(row, it -> KeptStream.readDeleted(id(it), it.json()));
  }

  private static CatalogStream stream(Definition row) {
    return read(row, it -> KeptStream.read(id(it), it.json()));
  }

  private static CatalogGroup group(StreamId stream, Definition row) {
    return read(
        row,
        it -> {
          GroupName name = new GroupName(it.name().substring(it.name().indexOf(SLASH) + 1));
          NewGroup group = Wire.read(it.json(), NewGroup.DEFAULT);
          return new CatalogGroup(
              stream, new GroupId(name, it.generation()), group.start(), group.options());
        });
  }

  private static <T> T read(Definition row, Function<Definition, T> reader) {
    try {
      return reader.apply(row);
    } catch (RuntimeException e) {
      StreamException.Refused refused =
          new StreamException.Refused(
              StreamException.Refused.Reason.CONFLICT,
              "definition of "
                  + row.name()
                  + ": unreadable by this version, update the server or delete it ("
                  + e.getMessage()
                  + ")");
      refused.initCause(e);
      throw refused;
    }
  }
}
