package io.messina.cli.demo;

import io.messina.api.StreamName;
import io.messina.api.Times;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import io.messina.api.enrichment.StateOptions;
import io.messina.cli.terminal.Progress;
import io.messina.enrichment.configured.Enrichments;
import io.messina.runtime.definition.Precondition;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The profiles of the editors: an enrichment by configuration makes them of the stream of edits.
 */
final class DemoProfiles {

  private static final EnrichmentName NAME = new EnrichmentName(DemoNames.PROFILES);

  private final Enrichments enrichments;

  DemoProfiles(Enrichments enrichments) {
    this.enrichments = enrichments;
  }

  /** Deletes the data of an earlier run. */
  void delete() {
    var _ = enrichments.jobs().delete(NAME.value(), Precondition.NONE);
  }

  /** Begins to make them; the stream exists. */
  void create() {
    Map<String, StateField> fields = new LinkedHashMap<>();
    fields.put("edits", StateField.count());
    fields.put("bytes_added", StateField.of(StateFunction.SUM, "/added"));
    fields.put("bytes_deleted", StateField.of(StateFunction.SUM, "/deleted"));
    fields.put("minor", StateField.of(StateFunction.SUM, "/isMinor"));
    fields.put("robot", StateField.of(StateFunction.SUM, "/isRobot"));
    fields.put("first_edit", StateField.of(StateFunction.MIN, "/time"));
    fields.put("last_edit", StateField.of(StateFunction.MAX, "/time"));
    StateOptions options = new StateOptions(new StreamName(DemoNames.EDITS), fields);
    var _ = enrichments.jobs().put(NAME.value(), options, Precondition.NONE);
  }

  /** Waits until each edit is in a profile. */
  void awaitMade(int edits, Progress.Step step) {
    Patience.await(
        () -> report().lag().orElse(1L) == 0,
        () -> report().totals().events() - report().totals().eventsBuffered(),
        handled -> step.reach(Math.min(handled, edits)),
        handled ->
            "no profile was made, at %d edits (%s),"
                .formatted(handled, report().trouble().orElse("no reason known")));
    step.reach(edits);
  }

  /** Returns the number of writes that made them. */
  long rounds() {
    return report().totals().rounds();
  }

  private EnrichmentReport report() {
    return enrichments.report(enrichments.jobs().find(NAME.value()));
  }

  /** The profiles of some editors, busiest first. */
  List<EditorProfile> of(Collection<String> editors) {
    return editors.parallelStream()
        .map(editor -> profile(enrichments.key(NAME, editor)))
        .sorted(
            Comparator.comparingInt(EditorProfile::edits)
                .reversed()
                .thenComparing(EditorProfile::user))
        .toList();
  }

  private static EditorProfile profile(KeyReport report) {
    JsonNode state = JsonMapper.shared().readTree(report.state().orElseThrow().text());
    int edits = state.required("edits").intValue();
    return new EditorProfile(
        report.key(),
        edits,
        state.required("bytes_added").longValue(),
        state.required("bytes_deleted").longValue(),
        time(state, "first_edit"),
        time(state, "last_edit"),
        state.required("minor").doubleValue() / edits,
        state.required("robot").doubleValue() / edits);
  }

  private static Instant time(JsonNode state, String field) {
    return Times.parse(state.required(field).stringValue());
  }
}
