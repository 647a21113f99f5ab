package io.messina.enrichment.catalog;

import io.messina.api.Wire;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.StateOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTag;
import io.messina.runtime.definition.Definitions;
import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides about the definitions of enrichments; neither reads nor writes. */
final class EnrichmentDecisions {

  static final String KIND = "enrichments";

  static final int ENRICHMENTS_MAX = 200;

  /** With those that are deleted. */
  static final int NAMES_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(EnrichmentDecisions.class);

  private EnrichmentDecisions() {}

  /** Definitions that cannot be read are listed as unreadable; the others can be used. */
  static EnrichmentView view(Definitions definitions) {
    NavigableMap<String, EnrichmentDefinition> living = new TreeMap<>();
    NavigableMap<String, Integer> gone = new TreeMap<>();
    Set<String> unreadable = new TreeSet<>();
    for (Definition row : definitions.rows().values()) {
      try {
        if (row.deleted()) {
          gone.put(row.name(), row.generation());
        } else {
          living.put(row.name(), read(row));
        }
      } catch (RuntimeException e) {
        LOG.warn("The enrichment {} cannot be read; it does not run on this node", row.name(), e);
        unreadable.add(row.name());
      }
    }
    return new EnrichmentView(living, gone, unreadable);
  }

  /** The tag of an enrichment that is there. */
  static Optional<String> tag(Definitions standing, EnrichmentName name) {
    return standing.living(name.value()).map(row -> read(row).tag());
  }

  static Change<Created<EnrichmentDefinition>> put(
      Definitions standing, EnrichmentName name, StateOptions options) {
    String json = Wire.write(options);
    Optional<Definition> living = standing.living(name.value());
    if (living.isPresent()) {
      return change(living.get(), options, json);
    }
    checkRoom(standing, name);
    return written(
        standing
            .find(name.value())
            .map(former -> former.createdAgain(json))
            .orElseGet(() -> Definition.first(name.value(), json)),
        true);
  }

  static Change<Boolean> delete(Definitions standing, EnrichmentName name) {
    return standing
        .living(name.value())
        .map(row -> Change.of(row.gone(), true))
        .orElseGet(() -> Change.none(false));
  }

  /** States of other fields say nothing about these, so another generation makes them anew. */
  private static Change<Created<EnrichmentDefinition>> change(
      Definition row, StateOptions options, String json) {
    EnrichmentDefinition standing = read(row);
    if (standing.options().equals(options)) {
      return Change.none(new Created<>(standing, false));
    }
    if (!standing.options().stream().equals(options.stream())) {
      throw new RequestException.Refused(
          Reason.CONFLICT,
          "stream: "
              + options.stream()
              + " (expected: "
              + standing.options().stream()
              + ", as the enrichment was created)");
    }
    return written(row.createdAgain(json), false);
  }

  private static Change<Created<EnrichmentDefinition>> written(Definition row, boolean isNew) {
    return Change.of(row, new Created<>(read(row), isNew));
  }

  private static EnrichmentDefinition read(Definition row) {
    StateOptions options =
        Wire.read(row.json().getBytes(StandardCharsets.UTF_8), StateOptions.class);
    return new EnrichmentDefinition(
        new EnrichmentName(row.name()),
        row.generation(),
        options,
        DefinitionTag.of(row.name() + "@" + row.generation(), row.json()));
  }

  private static void checkRoom(Definitions standing, EnrichmentName name) {
    long living = standing.rows().values().stream().filter(row -> !row.deleted()).count();
    checkRoom("enrichments", living, ENRICHMENTS_MAX);
    if (standing.find(name.value()).isEmpty()) {
      checkRoom("enrichments, with deleted ones", standing.rows().size(), NAMES_MAX);
    }
  }

  private static void checkRoom(String what, long count, int max) {
    if (count >= max) {
      throw new RequestException.Refused(
          Reason.CONFLICT, what + ": " + count + " (expected: fewer before another is created)");
    }
  }
}
