package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupName;
import io.messina.api.NewGroup;
import io.messina.api.Placement;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.NameRange;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import io.messina.stream.StreamId;
import io.messina.stream.log.ShardSalts;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StreamDefinitionsTest {

  private static final StreamId S0 = new StreamId(new StreamName("s0"), 1);
  private static final String STREAM =
      KeptStream.write(new CatalogStream(S0, StreamOptions.DEFAULT));
  private static final String GROUP = Wire.write(NewGroup.DEFAULT);
  private static final StreamName NEW = new StreamName("new");

  private final NavigableMap<String, Definition> rows = new TreeMap<>();

  @Test
  void there_are_at_most_1000_streams_deleted_ones_and_groups_not_counted() {
    putStreams(999);
    put(Definition.first("gone", STREAM).gone());
    put(Definition.first("s0~1/group", GROUP));
    assertThat(create(NEW).put()).isPresent();

    put(Definition.first("s999", STREAM));
    assertThatThrownBy(() -> create(NEW))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("streams: 1000 (expected: fewer before another is created)");
    assertThat(create(S0.name()).answer().isNew()).isFalse();
  }

  @Test
  void salts_stay_as_they_are_when_other_options_change() {
    ShardSalts salts = new ShardSalts(List.of(7, 31));
    put(Definition.first("s0", KeptStream.write(new CatalogStream(S0, core(7), salts, List.of()))));

    assertThat(create(new CatalogStream(S0, core(8))).answer().value())
        .isEqualTo(new CatalogStream(S0, core(8), salts, List.of()));
    assertThatThrownBy(() -> create(S0.name())).hasMessageStartingWith("shards: 16");
    assertThatThrownBy(() -> create(new CatalogStream(S0, options(8, Placement.ANY))))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("placement: any (expected: core, as it was created)");
  }

  @Test
  void salts_that_were_chosen_for_another_creation_are_not_used() {
    put(Definition.first("s0", STREAM).gone());

    assertThatThrownBy(() -> create(new CatalogStream(S0, core(7))))
        .isInstanceOf(RequestException.Unavailable.class);
    CatalogStream next = new CatalogStream(streams().creation(S0.name()), core(7));
    assertThat(create(next).answer().value().id()).hasToString("s0~2");
  }

  @Test
  void a_stream_has_at_most_1000_groups() {
    putStreams(2);
    putGroups("s0~1", 999);
    putGroups("s1~1", 1_000);
    assertThat(createGroup().put()).isPresent();

    put(Definition.first("s0~1/g999", GROUP));
    assertThatThrownBy(this::createGroup)
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("s0~1: groups: 1000 (expected: fewer before another is created)");
  }

  @Test
  void names_that_were_ever_used_are_bounded_but_can_be_used_again() {
    putStreams(1);
    for (int i = 1; i < StreamDefinitions.NAMES_MAX; i++) {
      put(Definition.first("gone" + i, STREAM).gone());
    }
    assertThatThrownBy(() -> create(NEW))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("20000");
    assertThat(create(new StreamName("gone7")).answer().value().id()).hasToString("gone7~2");
  }

  @Test
  void options_are_made_from_those_that_stand_when_they_are_written() {
    putStreams(1);
    CatalogStream planned = new CatalogStream(S0, StreamOptions.DEFAULT);
    StreamOptions made =
        streams().create(planned, standing -> standing.key("/user")).answer().value().options();
    StreamOptions stood = streams().create(planned, options -> options).answer().value().options();

    assertThat(made.key()).contains("/user");
    assertThat(made.shards()).isEqualTo(stood.shards());
    assertThat(made.retention()).isEqualTo(stood.retention());
  }

  @Test
  void deleting_a_stream_is_one_row_and_one_range_whatever_the_number_of_its_groups() {
    putStreams(2);
    putGroups("s0~1", 1_000);
    putGroups("s1~1", 1);
    Change<Boolean> change = streams().delete(S0.name());
    Fence next = new Fence(0, 1, Incarnation.next(new SplittableRandom(1)));

    assertThat(standing().after(change, next).rows().keySet())
        .containsExactly("s0", "s1", "s1~1/g0");
    assertThat(change.removed()).contains(new NameRange("s0~1/", "s0~10"));
  }

  private Change<Created<CatalogGroup>> createGroup() {
    return streams().create(S0, new GroupName("new"), NewGroup.DEFAULT);
  }

  private void putStreams(int count) {
    for (int i = 0; i < count; i++) {
      put(Definition.first("s" + i, STREAM));
    }
  }

  private void putGroups(String stream, int count) {
    for (int i = 0; i < count; i++) {
      put(Definition.first(stream + "/g" + i, GROUP));
    }
  }

  private void put(Definition definition) {
    rows.put(definition.name(), definition);
  }

  private static StreamOptions core(int days) {
    return options(days, Placement.CORE);
  }

  private static StreamOptions options(int days, Placement placement) {
    return StreamOptions.DEFAULT
        .shards(2)
        .retention(Duration.ofDays(days))
        .deduplicate(Duration.ZERO)
        .placement(placement);
  }

  private Change<Created<CatalogStream>> create(StreamName name) {
    return create(new CatalogStream(streams().creation(name), StreamOptions.DEFAULT));
  }

  private Change<Created<CatalogStream>> create(CatalogStream planned) {
    return streams().create(planned, _ -> planned.options());
  }

  private StreamDefinitions streams() {
    return new StreamDefinitions(standing(), Precondition.NONE);
  }

  private Definitions standing() {
    return new Definitions(Optional.empty(), new TreeMap<>(rows));
  }
}
