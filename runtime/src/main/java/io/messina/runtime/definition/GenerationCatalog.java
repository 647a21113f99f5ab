package io.messina.runtime.definition;

import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Definitions whose options build a state from the oldest event of a stream on, so that other
 * options begin the next generation with a new state. The same for all nodes; see {@link
 * WatchedDefinitions} for the freshness of a node's view and the exceptions of changes. Safe for
 * use by many threads.
 *
 * @param <D> a definition that is not deleted
 */
public final class GenerationCatalog<D> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GenerationCatalog.class);

  private final Kind<D> kind;
  private final WatchedDefinitions<Generations<D>> definitions;

  /**
   * A kind of definitions.
   *
   * @param name of the kind, in the table of definitions and in sentences, as in {@code aggregates}
   * @param livingMax how many there may be
   * @param namesMax the maximum number of names, deleted ones included
   * @param read makes a definition from its row; throws any exception if it cannot
   * @param options extracts the part of a definition whose change begins the next generation
   * @param keepsGeneration whether such a change keeps the generation instead
   * @param checkChange refuses a change from the first to the second
   * @param <D> a definition that is not deleted
   */
  public record Kind<D>(
      String name,
      int livingMax,
      int namesMax,
      Function<Definition, D> read,
      Function<D, Object> options,
      boolean keepsGeneration,
      BiConsumer<D, D> checkChange) {}

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store, with the table of definitions; its threads watch
   * @param kind the kind of definitions
   */
  public GenerationCatalog(Context context, Kind<D> kind) {
    this.kind = kind;
    this.definitions =
        new WatchedDefinitions<>(kind.name, context, standing -> view(kind, standing));
  }

  /** Begins to watch, and does not wait. To be called once. */
  public void start() {
    definitions.start();
  }

  /** Whether definitions were ever read; until then the view is empty. */
  public boolean isLoaded() {
    return definitions.isLoaded();
  }

  /** Returns the view in memory: the definitions that this node has read or written last. */
  public Generations<D> view() {
    return definitions.view();
  }

  /**
   * Returns a view that is at most 1.5 seconds old.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public Generations<D> freshView() {
    return definitions.freshView();
  }

  /**
   * Returns a view that is read from the store now.
   *
   * @return all that was written before the call, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public Generations<D> refresh() {
    return definitions.refresh();
  }

  /**
   * One of them. A name that the node does not know is looked for in the store, so that all nodes
   * find it as soon as its creation is answered.
   *
   * @param name its name
   * @return its present generation
   * @throws RequestException.Refused if this version of Messina cannot read it
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public Optional<D> find(String name) {
    Optional<D> known = definitions.freshView().find(name);
    if (known.isPresent()) {
      return known;
    }
    Generations<D> now = definitions.refresh();
    if (now.unreadable().contains(name)) {
      throw conflict(name + ": written by another version (expected: one that this can read)");
    }
    return now.find(name);
  }

  /**
   * Creates a definition with these options, or changes it to them. Other options than it has begin
   * its next generation.
   *
   * @param name its name
   * @param json its options
   * @param precondition the condition of the change; this throws its exceptions
   * @return as it is now, and whether this call created it
   * @throws RequestException.Refused if it may not be changed so, or there are too many
   */
  public Created<D> put(String name, String json, Precondition precondition) {
    Created<Definition> created =
        definitions.change(
            precondition,
            standing -> tag(standing, name),
            standing -> put(kind, standing, name, json));
    definitions.awaitCaches(created.value().generation());
    return new Created<>(kind.read.apply(created.value()), created.isNew());
  }

  /**
   * Deletes one.
   *
   * @param name its name
   * @param precondition the condition of the change; this throws its exceptions
   * @return whether it existed
   */
  public boolean delete(String name, Precondition precondition) {
    return definitions.change(
        precondition, standing -> tag(standing, name), standing -> delete(standing, name));
  }

  /** Decides as {@link #delete(String, Precondition)} does; neither reads nor writes. */
  public static Change<Boolean> delete(Definitions standing, String name) {
    return standing
        .living(name)
        .map(row -> Change.of(row.gone(), true))
        .orElseGet(() -> Change.none(false));
  }

  /** Ends the watch. Repeating it changes nothing. */
  @Override
  public void close() {
    definitions.close();
  }

  /**
   * The tag of a definition: another one after each change.
   *
   * @param row the present row
   */
  public static String tag(Definition row) {
    return DefinitionTag.of(row.name() + "@" + row.generation(), row.json());
  }

  private static Optional<String> tag(Definitions standing, String name) {
    return standing.living(name).map(GenerationCatalog::tag);
  }

  /** Definitions that cannot be read are listed as unreadable; the others can be used. */
  public static <D> Generations<D> view(Kind<D> kind, Definitions definitions) {
    NavigableMap<String, D> living = new TreeMap<>();
    NavigableMap<String, Integer> numbers = new TreeMap<>();
    NavigableMap<String, Integer> gone = new TreeMap<>();
    Set<String> unreadable = new TreeSet<>();
    for (Definition row : definitions.rows().values()) {
      if (row.deleted()) {
        gone.put(row.name(), row.generation());
        continue;
      }
      numbers.put(row.name(), row.generation());
      try {
        living.put(row.name(), kind.read.apply(row));
      } catch (RuntimeException e) {
        LOG.warn(
            "{} of the {} cannot be read; it does not run on this node", row.name(), kind.name, e);
        unreadable.add(row.name());
      }
    }
    return new Generations<>(living, numbers, gone, unreadable);
  }

  /** Decides as {@link #put(String, String, Precondition)} does; neither reads nor writes. */
  public static <D> Change<Created<Definition>> put(
      Kind<D> kind, Definitions standing, String name, String json) {
    Optional<Definition> living = standing.living(name);
    if (living.isPresent()) {
      Definition row = living.get();
      if (row.json().equals(json)) {
        return Change.none(new Created<>(row, false));
      }
      Definition next = kind.keepsGeneration ? row.changed(json) : row.createdAgain(json);
      D had = kind.read.apply(row);
      D gets = kind.read.apply(next);
      if (kind.options.apply(had).equals(kind.options.apply(gets))) {
        return Change.none(new Created<>(row, false)); // written by another version of Messina
      }
      kind.checkChange.accept(had, gets);
      return Change.of(next, new Created<>(next, false));
    }
    checkRoom(kind, standing, name);
    Definition first =
        standing
            .find(name)
            .map(former -> former.createdAgain(json))
            .orElseGet(() -> Definition.first(name, json));
    return Change.of(first, new Created<>(first, true));
  }

  private static void checkRoom(Kind<?> kind, Definitions standing, String name) {
    long living = standing.rows().values().stream().filter(row -> !row.deleted()).count();
    checkRoom(kind.name, living, kind.livingMax);
    if (standing.find(name).isEmpty()) {
      checkRoom(kind.name + ", with deleted ones", standing.rows().size(), kind.namesMax);
    }
  }

  /** Refuses one more where there are as many as there may be. */
  public static void checkRoom(String what, long count, int max) {
    if (count >= max) {
      throw conflict(what + ": " + count + " (expected: fewer before another is created)");
    }
  }

  private static RequestException.Refused conflict(String sentence) {
    return new RequestException.Refused(RequestException.Refused.Reason.CONFLICT, sentence);
  }
}
