package io.messina.runtime.definition;

import io.messina.runtime.Context;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The identity of a store: an id that is drawn once and kept in it, so that files kept beside a
 * store are never taken for files of another one. A store that is emptied gets another id. Safe for
 * use by many threads.
 */
public final class StoreIdentity {

  private static final String KIND = "store";
  private static final String ID = "id";

  private final WatchedDefinitions<Definitions> facts;
  private final String id;

  private StoreIdentity(WatchedDefinitions<Definitions> facts, String id) {
    this.facts = facts;
    this.id = id;
  }

  /**
   * Reads the id, which is drawn if there is none.
   *
   * @param context of the store, which has the table {@link DefinitionTable#DEFINITIONS}
   * @throws io.messina.runtime.RequestException.Unavailable if the store does not answer
   * @throws io.messina.runtime.RequestException.Unknown if the store did not answer the write; try
   *     again
   */
  public static StoreIdentity of(Context context) {
    WatchedDefinitions<Definitions> facts = new WatchedDefinitions<>(KIND, context, all -> all);
    String drawn = HexFormat.of().toHexDigits(context.random().nextLong());
    return new StoreIdentity(facts, put(facts, ID, drawn));
  }

  /** Writes a fact unless it exists, and returns the stored one. */
  private static String put(WatchedDefinitions<Definitions> facts, String name, String text) {
    Optional<Definition> standing = facts.read().find(name);
    return standing.isPresent()
        ? standing.get().json()
        : facts.change(
            all ->
                all.find(name)
                    .map(other -> Change.none(other.json()))
                    .orElseGet(() -> Change.of(Definition.first(name, text), text)));
  }

  /** Sixteen hexadecimal digits. */
  public String id() {
    return id;
  }

  /**
   * Whether something was noted in the store, by any process.
   *
   * @param fact such as {@code snapshots}
   * @throws io.messina.runtime.RequestException.Unavailable if the store does not answer
   */
  public boolean isNoted(String fact) {
    return facts.view().find(fact).isPresent() || facts.read().find(fact).isPresent();
  }

  /**
   * Notes something in the store, for ever.
   *
   * @param fact such as {@code snapshots}
   * @throws io.messina.runtime.RequestException.Unavailable if the store does not answer
   * @throws io.messina.runtime.RequestException.Unknown if the store did not answer the write; a
   *     repeat is harmless
   */
  public void note(String fact) {
    if (facts.view().find(fact).isEmpty()) {
      String unused = put(facts, fact, "true");
    }
  }
}
