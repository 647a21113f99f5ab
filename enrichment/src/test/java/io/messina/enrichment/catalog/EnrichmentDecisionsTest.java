package io.messina.enrichment.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import io.messina.api.enrichment.StateOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnrichmentDecisionsTest {

  private static final EnrichmentName NAME = new EnrichmentName("profiles");
  private static final StateOptions EDITS = options("edits", StateField.count());
  private static final StateOptions OTHER_FIELDS =
      options("edits", StateField.of(StateFunction.LAST, "/page"));

  private Definitions standing = new Definitions(Optional.empty(), new TreeMap<>());

  private static StateOptions options(String stream, StateField field) {
    return new StateOptions(new StreamName(stream), Map.of("f", field));
  }

  private Created<EnrichmentDefinition> put(StateOptions options) {
    return done(EnrichmentDecisions.put(standing, NAME, options));
  }

  private boolean delete() {
    return done(EnrichmentDecisions.delete(standing, NAME));
  }

  private <T> T done(Change<T> change) {
    TreeMap<String, Definition> rows = new TreeMap<>(standing.rows());
    change.put().ifPresent(row -> rows.put(row.name(), row));
    standing = new Definitions(Optional.empty(), rows);
    return change.answer();
  }

  @Test
  void what_is_put_is_there_and_a_repeat_changes_nothing() {
    Created<EnrichmentDefinition> created = put(EDITS);
    assertThat(created.isNew()).isTrue();
    assertThat(created.value().options()).isEqualTo(EDITS);
    assertThat(EnrichmentDecisions.view(standing).find(NAME)).contains(created.value());
    assertThat(put(EDITS)).isEqualTo(new Created<>(created.value(), false));
  }

  @Test
  void other_fields_and_another_creation_are_another_generation_with_another_tag() {
    EnrichmentDefinition first = put(EDITS).value();
    EnrichmentDefinition changed = put(OTHER_FIELDS).value();
    assertThat(changed.generation()).isEqualTo(2);
    EnrichmentDefinition back = put(EDITS).value();
    assertThat(delete()).isTrue();
    assertThat(delete()).isFalse();
    Created<EnrichmentDefinition> again = put(EDITS);
    assertThat(again.isNew()).isTrue();
    assertThat(again.value().generation()).isEqualTo(4);
    assertThat(Set.of(first.tag(), changed.tag(), back.tag(), again.value().tag())).hasSize(4);
    assertThat(EnrichmentDecisions.tag(standing, NAME)).contains(again.value().tag());
  }

  @Test
  void the_stream_stays() {
    put(EDITS);
    assertThatThrownBy(() -> put(options("others", StateField.count())))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("stream: others (expected: edits, as the enrichment was created)");
    assertThat(delete()).isTrue();
    assertThat(put(options("others", StateField.count())).isNew()).isTrue();
  }

  @Test
  void a_generation_is_over_once_it_is_deleted_or_replaced() {
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 1)).isFalse();
    put(EDITS);
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 1)).isFalse();
    put(OTHER_FIELDS);
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 1)).isTrue();
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 2)).isFalse();
    delete();
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 2)).isTrue();
    assertThat(EnrichmentDecisions.view(standing).isOver("profiles", 3)).isFalse();
  }

  @Test
  void one_that_cannot_be_read_does_not_hide_the_others() {
    put(EDITS);
    done(Change.of(Definition.first("newer", "{\"stream\":1}"), true));
    EnrichmentView view = EnrichmentDecisions.view(standing);
    assertThat(view.unreadable()).containsExactly("newer");
    assertThat(view.find(NAME)).isPresent();
  }

  @Test
  void there_are_200_at_most() {
    for (int i = 1; i < EnrichmentDecisions.ENRICHMENTS_MAX; i++) {
      done(EnrichmentDecisions.put(standing, new EnrichmentName("e" + i), EDITS));
    }
    put(EDITS);
    assertThatThrownBy(
            () -> EnrichmentDecisions.put(standing, new EnrichmentName("one-more"), EDITS))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("enrichments: 200 (expected: fewer before another is created)");
    assertThat(put(OTHER_FIELDS).isNew()).isFalse();
  }
}
