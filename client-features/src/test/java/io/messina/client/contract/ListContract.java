package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.client.error.MessinaException;
import io.messina.client.features.FeatureClient;
import io.messina.client.features.ListClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the client for features and a server do together, above all of lists. */
public abstract class ListContract extends FeatureContract {

  private static final FeatureVersion V2 = new FeatureVersion("v2");

  /** Made by the test framework. */
  protected ListContract() {}

  private ListClient newList(FeatureOptions options) {
    return features.list("user", newFeature(options).name());
  }

  private static ListAnswer found(String entity, ItemPage page) {
    return new ListAnswer.Found(new EntityId(entity), page.items(), page.next());
  }

  private static List<String> texts(ItemPage page) {
    return page.items().stream().map(item -> item.value().text()).toList();
  }

  @Test
  void items_of_every_type_come_back_and_are_found_and_removed_by_their_values() {
    VALUES.forEach(
        (type, values) -> {
          ListClient list = newList(FeatureOptions.list(type));
          for (FeatureValue value : values) {
            list.add("anna", List.of(new ListItem(value, TIME)));
            ListItem read = list.get("anna", ListQuery.newest(1)).items().get(0);
            assertThat(read).isEqualTo(new ListItem(value, TIME));
            assertThat(list.contains("anna", read.value())).isTrue();
            assertThat(list.remove("anna", value)).isEqualTo(1);
            assertThat(list.contains("anna", value)).isFalse();
          }
          assertThat(list.count("anna")).isZero();
        });
  }

  @Test
  void a_value_of_another_type_is_refused() {
    ListClient list = newList(FeatureOptions.list(ValueType.INTEGER));
    ListItem text = new ListItem(FeatureValue.text("7"), TIME);
    assertThatThrownBy(() -> list.add("anna", List.of(text)))
        .isInstanceOf(MessinaException.Refused.class)
        .hasMessageContaining("wrong_type");
    assertThatThrownBy(() -> list.remove("anna", text.value()))
        .isInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void names_may_hold_any_characters() {
    String suffix = UUID.randomUUID().toString();
    String type = "/#%?&=+ ä😀".repeat(5) + suffix;
    FeatureClient feature = features.feature(type, "..%2F|~" + suffix);
    feature.create(FeatureOptions.list(ValueType.TEXT));
    feature.createVersion("v/2 #%");
    List<String> entities =
        Stream.concat(
                Stream.of("/", "//", ".", "..", "a/b", "%2F", "a%2Fb", "a b", "a+b", "ä", "\0\n"),
                Stream.of("count", "contains", "#", "?", "x".repeat(800), "😀".repeat(200)))
            .toList();
    for (ListClient list :
        List.of(features.list(type, feature.name()), list(feature).in("v/2 #%"))) {
      entities.forEach(entity -> list.add(entity, List.of(item(entity, 0))));
      for (String entity : entities) {
        assertThat(texts(list.get(entity, ListQuery.newest(2)))).containsExactly(entity);
        assertThat(list.remove(entity, FeatureValue.text(entity))).isEqualTo(1);
      }
    }
    feature.deleteVersion("v/2 #%");
    assertThat(feature.get().versions()).containsExactly(FeatureVersion.FIRST);
    feature.delete();
  }

  @Test
  void the_longest_names_fit_into_one_request() {
    String longest = "%".repeat(128 - 36);
    FeatureClient feature =
        features.feature("%".repeat(128), longest + UUID.randomUUID().toString());
    feature.create(FeatureOptions.list(ValueType.TEXT));
    feature.createVersion("%".repeat(128));
    ListClient list = list(feature).in("%".repeat(128));
    String entity = "%".repeat(800);
    list.add(entity, List.of(item("a", 1), item("b", 2), item("c", 3)));
    ListQuery two = ListQuery.newest(2).since(TIME).before(TIME.plusSeconds(9));
    ItemPage first = list.get(entity, two);
    assertThat(texts(list.get(entity, two.after(first.next().orElseThrow())))).containsExactly("a");
    feature.delete();
  }

  @Test
  void items_are_read_in_pages_and_between_times() {
    ListClient list = newList(FeatureOptions.list(ValueType.TEXT));
    List<ListItem> items = List.of(item("a", 1), item("b", 2), item("a", 3), item("c", 4));
    assertThat(list.add("anna", items)).isEqualTo(new AddedItems(4, 0));
    assertThat(list.add("anna", items)).isEqualTo(new AddedItems(4, 0));
    ItemPage first = list.get("anna", ListQuery.newest(3));
    assertThat(texts(first)).containsExactly("c", "a", "b");
    ItemPage second = list.get("anna", ListQuery.newest(3).after(first.next().orElseThrow()));
    assertThat(second).isEqualTo(new ItemPage(items.subList(0, 1), Optional.empty()));
    Instant from = TIME.plusSeconds(2);
    Instant to = TIME.plusSeconds(4);
    assertThat(texts(list.get("anna", ListQuery.newest(9).since(from).before(to))))
        .containsExactly("a", "b");
    assertThat(list.count("anna", from, to)).isEqualTo(2);
    assertThat(list.count("anna")).isEqualTo(4);
    assertThat(list.get("nobody", ListQuery.newest(1)).items()).isEmpty();
  }

  @Test
  void lists_are_kept_short_and_emptied() {
    ListClient list = newList(FeatureOptions.list(ValueType.TEXT));
    list.add("anna", List.of(item("a", 1), item("b", 2), item("c", 3)));
    list.add("bob", List.of(item("a", 1)));
    assertThat(list.keepNewest("anna", 2)).isEqualTo(1);
    assertThat(list.keepNewest("anna", 2)).isZero();
    assertThat(texts(list.get("anna", ListQuery.newest(9)))).containsExactly("c", "b");
    list.removeAll("anna");
    assertThat(list.count("anna")).isZero();
    assertThat(list.count("bob")).isEqualTo(1);
  }

  @Test
  void a_unique_list_shows_the_newest_item_of_each_value() {
    ListClient list = newList(FeatureOptions.list(ValueType.TEXT).unique(true));
    list.add("anna", List.of(item("a", 1), item("b", 2), item("a", 3)));
    assertThat(list.get("anna", ListQuery.newest(9)).items())
        .containsExactly(item("a", 3), item("b", 2));
  }

  @Test
  void lines_of_many_entities_are_imported_and_their_lists_read_at_once() {
    ListClient list = newList(FeatureOptions.list(ValueType.TEXT).ttl(Duration.ofDays(1)));
    Instant now = Instant.now();
    List<ItemLine> lines = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      ListItem item = new ListItem(FeatureValue.text("v" + i), now.minusNanos(i));
      lines.add(ItemLine.of("user " + i % 10, item));
    }
    ListItem over = new ListItem(FeatureValue.text("over"), now.minusSeconds(86_400));
    lines.add(ItemLine.of("user 0", over));
    assertThat(list.importLines(lines)).isEqualTo(new AddedItems(1_000, 1));
    List<ListAnswer> answers =
        list.getEach(List.of("user 7", "nobody"), ListQuery.newest(9).since(now.minusNanos(17)));
    assertThat(answers)
        .containsExactly(
            found(
                "user 7",
                new ItemPage(List.of(lines.get(7).item(), lines.get(17).item()), Optional.empty())),
            found("nobody", ItemPage.EMPTY));
    ListQuery one = ListQuery.newest(1);
    ItemPage first = list.get("user 7", one);
    assertThat(first.items()).containsExactly(lines.get(7).item());
    String next = first.next().orElseThrow();
    assertThat(list.getEach(List.of("nobody", "user 7"), one, Map.of("user 7", next)))
        .containsExactly(
            found("nobody", ItemPage.EMPTY), found("user 7", list.get("user 7", one.after(next))));
  }

  @Test
  void each_version_has_contents_of_its_own_and_the_latest_is_the_one_last_completed() {
    FeatureClient feature = newFeature(FeatureOptions.list(ValueType.TEXT));
    assertThat(feature.createVersion("v2").versions()).containsExactly(FeatureVersion.FIRST, V2);
    ListClient list = list(feature);
    list.add("anna", List.of(item("a", 1)));
    list.in("v2").add("anna", List.of(item("b", 1)));
    ListQuery query = ListQuery.newest(9);
    assertThat(texts(list.inLatest().get("anna", query))).containsExactly("a");
    ListClient pinned = list.inLatest().pinned();
    assertThat(feature.complete("v2").latest()).isEqualTo(V2);
    assertThat(texts(list.inLatest().get("anna", query))).containsExactly("b");
    assertThat(texts(pinned.get("anna", query))).containsExactly("a");
    assertThat(list.in("v2").inLatest().in("").getEach(List.of("anna"), query))
        .containsExactly(found("anna", list.get("anna", query)));
    assertThat(list.inLatest().getEach(List.of("anna"), query))
        .containsExactly(found("anna", list.in("v2").get("anna", query)));
    assertThatThrownBy(() -> feature.deleteVersion("v2"))
        .isInstanceOf(MessinaException.Refused.class);
    feature.deleteVersion("");
    assertThat(feature.get().versions()).containsExactly(V2);
    assertThatThrownBy(() -> list.get("anna", query)).isInstanceOf(MessinaException.NotFound.class);
  }
}
