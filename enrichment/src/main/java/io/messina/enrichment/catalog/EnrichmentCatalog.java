package io.messina.enrichment.catalog;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.StateOptions;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import java.util.Optional;

/**
 * What enrichments by configuration there are, the same for all nodes; see {@link
 * WatchedDefinitions} for how fresh a node's knowledge is and what changes throw. Safe for use by
 * many threads.
 */
public final class EnrichmentCatalog implements AutoCloseable {

  private final WatchedDefinitions<EnrichmentView> definitions;

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store, with the table of definitions; its threads watch
   */
  public EnrichmentCatalog(Context context) {
    this.definitions =
        new WatchedDefinitions<>(EnrichmentDecisions.KIND, context, EnrichmentDecisions::view);
  }

  /** Begins to watch, and does not wait. To be called once. */
  public void start() {
    definitions.start();
  }

  /**
   * Whether definitions were ever read; until then the view is empty.
   *
   * @return true from the first successful read on
   */
  public boolean isLoaded() {
    return definitions.isLoaded();
  }

  /**
   * What is known, from memory.
   *
   * @return what this node has read or written last
   */
  public EnrichmentView view() {
    return definitions.view();
  }

  /**
   * What stands now.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public EnrichmentView freshView() {
    return definitions.freshView();
  }

  /**
   * What an enrichment does. A name that the node does not know is looked for in the store, so that
   * all nodes find it as soon as its creation is answered.
   *
   * @param name its name
   * @return its present generation
   * @throws NoEnrichmentException if there is none
   * @throws RequestException.Refused if this version of Messina cannot read what it does
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public EnrichmentDefinition find(EnrichmentName name) {
    Optional<EnrichmentDefinition> known = definitions.freshView().find(name);
    if (known.isPresent()) {
      return known.get();
    }
    EnrichmentView now = definitions.refresh();
    if (now.unreadable().contains(name.value())) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          name + ": written by another version (expected: one that this version can read)");
    }
    return now.find(name).orElseThrow(() -> new NoEnrichmentException(name));
  }

  /**
   * Makes sure that an enrichment is there and has these options. Other fields than it has begin
   * its next generation.
   *
   * @param name its name
   * @param options what it does
   * @param precondition what has to stand; what it throws, this throws
   * @return the enrichment, and whether this call created it
   * @throws RequestException.Refused if it is there with another stream, or 200 enrichments are
   */
  public Created<EnrichmentDefinition> put(
      EnrichmentName name, StateOptions options, Precondition precondition) {
    Created<EnrichmentDefinition> created =
        definitions.change(
            precondition,
            standing -> EnrichmentDecisions.tag(standing, name),
            standing -> EnrichmentDecisions.put(standing, name, options));
    definitions.awaitCaches(created.value().generation());
    return created;
  }

  /**
   * Deletes an enrichment.
   *
   * @param name its name
   * @param precondition what has to stand; what it throws, this throws
   * @return whether it was there
   */
  public boolean delete(EnrichmentName name, Precondition precondition) {
    return definitions.change(
        precondition,
        standing -> EnrichmentDecisions.tag(standing, name),
        standing -> EnrichmentDecisions.delete(standing, name));
  }

  /** Ends the watch. Repeating it changes nothing. */
  @Override
  public void close() {
    definitions.close();
  }
}
