package io.messina.enrichment.configured;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateOptions;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.job.JobKind;
import io.messina.stream.node.Streams;

/**
 * Enrichments by configuration. Other fields make other states, from the oldest event on.
 *
 * @param context of the process
 * @param streams where events come from
 */
record EnrichmentJobKind(Context context, Streams streams)
    implements JobKind<StateOptions, EnrichmentDefinition, RunningEnrichment> {

  @Override
  public RequestException.NotFound.Kind missing() {
    return RequestException.NotFound.Kind.ENRICHMENT;
  }

  @Override
  public void checkStream(StateOptions options) {
    var _ = streams.stream(options.stream());
  }

  @Override
  public StateOptions check(
      String name, StateOptions options, Generations<EnrichmentDefinition> standing) {
    options.fields().forEach(EnrichmentJobKind::checkPointer);
    checkStream(options);
    return options;
  }

  private static void checkPointer(String name, StateField field) {
    field
        .value()
        .filter(pointer -> !Checks.isPointer(pointer))
        .ifPresent(
            pointer -> {
              throw new WireException(
                  WireException.Fault.OUT_OF_BOUNDS,
                  "fields.%s.value: %s (expected: %s)"
                      .formatted(Shown.text(name), Shown.text(pointer), Checks.POINTER_EXPECTED));
            });
  }

  @Override
  public String write(StateOptions options) {
    return Wire.write(options);
  }

  @Override
  public EnrichmentDefinition read(Definition row) {
    return new EnrichmentDefinition(
        new EnrichmentName(row.name()),
        row.generation(),
        Wire.read(row.json(), StateOptions.class),
        GenerationCatalog.tag(row));
  }

  @Override
  public StateOptions options(EnrichmentDefinition definition) {
    return definition.options();
  }

  @Override
  public String stream(StateOptions options) {
    return options.stream().value();
  }

  @Override
  public RunningEnrichment begin(
      EnrichmentDefinition definition, Generations<EnrichmentDefinition> standing) {
    return RunningEnrichment.start(context, streams, definition);
  }

  @Override
  public void deleteLeftovers(Generations<EnrichmentDefinition> standing) {
    streams.deleteGroups("enrichment", standing::isOver);
  }
}
