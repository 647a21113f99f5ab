package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.NewGroup;
import io.messina.api.Placement;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound;
import io.messina.runtime.RequestException.Refused;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.NameRange;
import io.messina.runtime.definition.Precondition;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The meaning of the definitions of streams and groups: decides about changes, without reading or
 * writing. The row of a stream is named like the stream, {@code edits}; that of a group by its
 * stream's creation and its own name, {@code edits~1/enricher}. The rows of a deleted stream's
 * groups are deleted, because no other creation of the stream uses their names; other rows are
 * kept, because they contain the generation.
 *
 * @param standing all definitions
 * @param precondition what has to stand for a change
 */
record StreamDefinitions(Definitions standing, Precondition precondition) {

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

  /** One definition that cannot be read hides none of the others. */
  CatalogView view() {
    NavigableMap<String, CatalogStream> streams = new TreeMap<>();
    NavigableMap<String, NavigableMap<String, CatalogGroup>> groups = new TreeMap<>();
    NavigableMap<String, CatalogStream> deleted = new TreeMap<>();
    NavigableMap<String, String> unreadable = new TreeMap<>();
    streamRows()
        .filter(row -> !row.deleted())
        .flatMap(row -> readable(row, StreamDefinitions::stream, unreadable))
        .forEach(
            stream -> {
              streams.put(stream.id().name().value(), stream);
              groups.put(stream.id().toString(), groups(stream.id(), unreadable));
            });
    streamRows()
        .filter(StreamDefinitions::isHoldingData)
        .flatMap(row -> readable(row, StreamDefinitions::stream, unreadable))
        .forEach(stream -> deleted.put(stream.id().toString(), stream));
    List<ShardId> shards =
        Stream.concat(streams.values().stream(), deleted.values().stream())
            .flatMap(stream -> stream.shards().stream())
            .toList();
    return new CatalogView(streams, groups, deleted, unreadable, shards);
  }

  private NavigableMap<String, CatalogGroup> groups(
      StreamId stream, Map<String, String> unreadable) {
    NavigableMap<String, CatalogGroup> groups = new TreeMap<>();
    standing.within(groupNames(stream)).stream()
        .filter(row -> !row.deleted())
        .flatMap(row -> readable(row, each -> group(stream, each), unreadable))
        .forEach(group -> groups.put(group.id().name().value(), group));
    return groups;
  }

  private static <T> Stream<T> readable(
      Definition row, Function<Definition, T> reader, Map<String, String> unreadable) {
    try {
      return Stream.of(reader.apply(row));
    } catch (Refused e) {
      unreadable.put(row.name(), String.valueOf(e.getMessage()));
      return Stream.empty();
    }
  }

  /** The present creation of a name, or the next one if there is none. */
  StreamId creation(StreamName name) {
    return standing
        .living(name.value())
        .map(StreamDefinitions::id)
        .orElseGet(() -> new StreamId(name, nextGeneration(name)));
  }

  /**
   * Creates a stream or changes it.
   *
   * @param planned the stream if it does not exist
   * @param options computes the new options of an existing one, in any creation; its salts stay
   */
  Change<Created<CatalogStream>> create(
      CatalogStream planned, UnaryOperator<StreamOptions> options) {
    StreamName name = planned.id().name();
    Optional<Definition> living = living(name);
    if (living.isPresent()) {
      return change(living.get(), options);
    }
    checkPlanned(planned);
    checkRoom("streams", streamRows().filter(row -> row.name().indexOf(TILDE) < 0), STREAMS_MAX);
    Definition created = created(name.value(), json(planned));
    return Change.of(created, new Created<>(stream(created), true))
        .keeping(
            standing
                .find(name.value())
                .filter(StreamDefinitions::isHoldingData)
                .map(former -> former.renamed(id(former).toString())));
  }

  /** Changes a stream by a function of its options. */
  Change<Created<CatalogStream>> change(StreamName name, UnaryOperator<StreamOptions> options) {
    return living(name)
        .map(row -> change(row, options))
        .orElseThrow(() -> absent(NotFound.Kind.STREAM, name, "was created"));
  }

  Change<Boolean> delete(StreamName name) {
    return living(name)
        .map(row -> Change.of(row.gone(), true).removing(groupNames(id(row))))
        .orElseGet(() -> Change.none(false));
  }

  /** Records that a shard of a deleted stream has no data any more. */
  Change<Boolean> erased(ShardId shard) {
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
    CatalogStream stream = stream(row).without(shard.number());
    if (!stream.shards().isEmpty()) {
      return Change.of(row.changed(KeptStream.write(stream)), true);
    }
    return row.name().equals(name)
        ? Change.of(row.changed(NO_DATA), true)
        : standing
            .find(name)
            .map(present -> Change.of(present, true).removing(NameRange.only(row.name())))
            .orElseGet(() -> Change.none(false));
  }

  /** Creates a group, or changes it to these options. */
  Change<Created<CatalogGroup>> create(StreamId stream, GroupName name, NewGroup group) {
    Optional<Definition> living = living(stream, name);
    checkThere(stream);
    if (living.isPresent()) {
      return change(stream, living.get(), _ -> group.options());
    }
    checkRoom(stream + ": groups", standing.within(groupNames(stream)).stream(), GROUPS_MAX);
    Definition created = created(key(stream, name), Wire.write(group));
    return Change.of(created, new Created<>(group(stream, created), true));
  }

  /** Changes a group by a function of its options. */
  Change<Created<CatalogGroup>> change(
      StreamId stream, GroupName name, UnaryOperator<GroupOptions> options) {
    Optional<Definition> living = living(stream, name);
    checkThere(stream);
    return living
        .map(row -> change(stream, row, options))
        .orElseThrow(() -> absent(NotFound.Kind.GROUP, name, "was created"));
  }

  Change<Boolean> delete(StreamId stream, GroupName name) {
    return living(stream, name)
        .map(row -> Change.of(row.gone(), true))
        .orElseGet(() -> Change.none(false));
  }

  private Optional<Definition> living(StreamName name) {
    return living(name.value(), row -> stream(row).tag());
  }

  private Optional<Definition> living(StreamId stream, GroupName name) {
    return living(key(stream, name), row -> group(stream, row).tag());
  }

  private Optional<Definition> living(String name, Function<Definition, String> tag) {
    Optional<Definition> living = standing.living(name);
    precondition.check(() -> living.map(tag));
    return living;
  }

  private static String json(CatalogStream stream) {
    String json = KeptStream.write(stream);
    if (json.length() > JSON_CHARS_MAX) {
      throw outOfBounds(
          "definition: "
              + json.length()
              + " characters of JSON (expected: up to "
              + JSON_CHARS_MAX
              + ")");
    }
    return json;
  }

  private int nextGeneration(StreamName name) {
    return standing.find(name.value()).map(row -> Math.addExact(row.generation(), 1)).orElse(1);
  }

  /** Salts belong to one creation, because the generation is part of the keys too. */
  private void checkPlanned(CatalogStream planned) {
    StreamName name = planned.id().name();
    if (planned.options().placement() != Placement.ANY
        && planned.id().generation() != nextGeneration(name)) {
      throw new RequestException.Unavailable(
          "stream: " + name + " (expected: nobody else creates and deletes it at the same time)");
    }
  }

  private static Change<Created<CatalogStream>> change(
      Definition row, UnaryOperator<StreamOptions> change) {
    CatalogStream existing = stream(row);
    StreamOptions options = change.apply(existing.options());
    if (existing.options().equals(options)) {
      return Change.none(new Created<>(existing, false));
    }
    checkSame("shards", existing.options().shards(), options.shards());
    checkSame("placement", existing.options().placement(), options.placement());
    Definition changed = row.changed(json(existing.with(options)));
    return Change.of(changed, new Created<>(stream(changed), false));
  }

  private static void checkSame(String name, Object standing, Object wanted) {
    if (!standing.equals(wanted)) {
      String message = name + ": " + wanted + " (expected: " + standing + ", as it was created)";
      throw new Refused(Refused.Reason.CONFLICT, message.toLowerCase(Locale.ROOT));
    }
  }

  /** The start is not changed: the group has begun there. */
  private static Change<Created<CatalogGroup>> change(
      StreamId stream, Definition row, UnaryOperator<GroupOptions> change) {
    CatalogGroup existing = group(stream, row);
    GroupOptions options = change.apply(existing.options());
    if (existing.options().equals(options)) {
      return Change.none(new Created<>(existing, false));
    }
    Definition changed = row.changed(Wire.write(new NewGroup(existing.start(), options)));
    return Change.of(changed, new Created<>(group(stream, changed), false));
  }

  private Definition created(String name, String json) {
    Optional<Definition> former = standing.find(name);
    if (former.isEmpty() && standing.rows().size() >= NAMES_MAX) {
      throw outOfBounds(
          "names of streams and groups, with deleted ones: "
              + NAMES_MAX
              + " (expected: fewer before a new one is used)");
    }
    return former
        .map(definition -> definition.createdAgain(json))
        .orElseGet(() -> Definition.first(name, json));
  }

  private void checkThere(StreamId stream) {
    if (standing.living(stream.name().value()).filter(row -> id(row).equals(stream)).isEmpty()) {
      throw absent(NotFound.Kind.STREAM, stream.name(), "is there");
    }
  }

  private static void checkRoom(String what, Stream<Definition> rows, int max) {
    long living = rows.filter(row -> !row.deleted()).count();
    if (living >= max) {
      throw outOfBounds(what + ": " + living + " (expected: fewer before another is created)");
    }
  }

  private static NotFound absent(NotFound.Kind kind, Object name, String expected) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    return new NotFound(kind, what + ": " + name + " (expected: one that " + expected + ")");
  }

  private static Refused outOfBounds(String message) {
    return new Refused(Refused.Reason.OUT_OF_BOUNDS, message);
  }

  private Stream<Definition> streamRows() {
    return standing.rows().values().stream().filter(row -> row.name().indexOf(SLASH) < 0);
  }

  private static boolean isHoldingData(Definition row) {
    return row.deleted() && !row.json().equals(NO_DATA);
  }

  private static String key(StreamId stream, GroupName name) {
    return stream.toString() + SLASH + name;
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

  private static CatalogStream stream(Definition row) {
    return read(row, it -> KeptStream.read(id(it), it.json()));
  }

  private static CatalogGroup group(StreamId stream, Definition row) {
    return read(
        row,
        it -> {
          GroupName name = new GroupName(it.name().substring(it.name().indexOf(SLASH) + 1));
          NewGroup group = Wire.read(it.json(), NewGroup.class);
          return new CatalogGroup(
              stream, new GroupId(name, it.generation()), group.start(), group.options());
        });
  }

  private static <T> T read(Definition row, Function<Definition, T> reader) {
    try {
      return reader.apply(row);
    } catch (RuntimeException e) {
      Refused refused =
          new Refused(
              Refused.Reason.CONFLICT,
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
