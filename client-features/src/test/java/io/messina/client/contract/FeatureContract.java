package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.features.FeatureClient;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.ListClient;
import io.messina.client.features.ValuesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What entities have of features, above all values; each scenario has features of its own and
 * leaves them there.
 */
abstract class FeatureContract extends ContractScenario {

  FeaturesClient features;

  @BeforeEach
  void beginFeatures() {
    features = FeaturesClient.of(client);
  }

  static final Instant TIME = Instant.parse("2015-09-12T00:46:58.771000001Z");
  private static final FeatureValue LONGEST = FeatureValue.text("ä".repeat(32 << 10));
  static final Map<ValueType, List<FeatureValue>> VALUES =
      Map.of(
          ValueType.TEXT,
          List.of(FeatureValue.text(""), FeatureValue.text("7 \"ä\"\n😀&=#%+"), LONGEST),
          ValueType.INTEGER,
          List.of(FeatureValue.integer(Long.MIN_VALUE), FeatureValue.integer(7)),
          ValueType.DOUBLE,
          List.of(FeatureValue.real(-1.5e-300), FeatureValue.real(7)),
          ValueType.BOOLEAN,
          List.of(FeatureValue.truth(true), FeatureValue.truth(false)),
          ValueType.VECTOR,
          List.of(FeatureValue.vector(0.1f, -2, Float.MIN_VALUE), FeatureValue.vector(7)),
          ValueType.BYTES,
          List.of(
              FeatureValue.bytes(new byte[] {0, -1, '\n'}), FeatureValue.bytes(new byte[64 << 10])),
          ValueType.JSON,
          List.of(
              FeatureValue.json("{\"a\":[1.5,\"ä\"],\"b\":null}"),
              FeatureValue.json("null"),
              FeatureValue.json("\"7\""),
              FeatureValue.json("7")));

  FeatureClient newFeature(FeatureOptions options) {
    FeatureClient made = features.feature("user", "f-" + UUID.randomUUID());
    made.create(options);
    return made;
  }

  static ListItem item(String text, int second) {
    return new ListItem(FeatureValue.text(text), TIME.plusSeconds(second));
  }

  @Test
  void a_feature_that_somebody_else_has_changed_is_left_alone() {
    FeatureClient feature = newFeature(FeatureOptions.list(ValueType.TEXT));
    FeatureClient read = feature.ifMatch(feature.get().tag());
    feature.change(options -> options.ttl(Duration.ofDays(3)));

    refused(() -> read.change(FeatureOptions::keptForever));
    refused(() -> read.complete(""));
    refused(read::delete);
    refused(() -> feature.ifAbsent().create(FeatureOptions.list(ValueType.TEXT)));
    assertThat(feature.get().options().ttl()).contains(Duration.ofDays(3));
    feature.ifAbsent().createVersion("v2");
    refused(() -> feature.ifAbsent().createVersion("v2"));
    FeatureDefinition standing = feature.get();
    assertThat(feature.ifMatch(standing.tag()).complete("v2").tag()).isNotEqualTo(standing.tag());
  }

  private static void refused(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            MessinaException.Refused.class,
            refused -> assertThat(refused.problem().code()).isEqualTo("precondition_failed"));
  }

  @Test
  void a_feature_is_created_changed_listed_and_deleted() {
    FeatureOptions options = FeatureOptions.list(ValueType.TEXT).unique(true);
    FeatureClient feature = newFeature(options.ttl(Duration.ofDays(30)));
    FeatureDefinition expected =
        new FeatureDefinition(
            new FeatureName("user", feature.name()),
            options.ttl(Duration.ofDays(30)),
            FeatureVersion.FIRST,
            List.of(FeatureVersion.FIRST),
            feature.get().tag());
    assertThat(feature.get()).isEqualTo(expected);
    assertThat(feature.change(standing -> standing)).isEqualTo(expected);
    assertThat(feature.change(FeatureOptions::keptForever).options()).isEqualTo(options);
    assertThat(feature.create(expected.options())).isEqualTo(expected);
    assertThat(feature.create(options).options().ttl()).isEmpty();
    assertThat(features.features()).contains(feature.get());
    assertThatThrownBy(() -> feature.create(FeatureOptions.scalar(ValueType.TEXT)))
        .isInstanceOf(MessinaException.Refused.class);
    feature.delete();
    assertThatThrownBy(feature::get)
        .isInstanceOf(MessinaException.NotFound.class)
        .hasMessageContaining("feature_not_found");
    assertThatThrownBy(feature::delete).isInstanceOf(MessinaException.NotFound.class);
    assertThatThrownBy(() -> features.list("user", feature.name()).count("anna"))
        .isInstanceOf(MessinaException.NotFound.class);
  }

  /** Other scenarios may leave deleted features, too. */
  @Test
  void what_a_deleted_feature_has_left_is_found_and_swept() {
    FeatureClient feature = newFeature(FeatureOptions.list(ValueType.TEXT));
    list(feature).add("anna", List.of(item("a", 1)));
    list(feature).add("bob", List.of(item("a", 1)));
    feature.delete();
    SweptFeature left =
        new SweptFeature(
            new FeatureName("user", feature.name()), FeatureVersion.FIRST, 1, FeatureKind.LIST, 2);
    assertThat(swept(SweepQuery.finding())).contains(left);
    assertThat(swept(SweepQuery.deleting())).contains(left);
    assertThat(swept(SweepQuery.finding())).doesNotContain(left);
  }

  private List<SweptFeature> swept(SweepQuery begin) {
    List<SweptFeature> left = new ArrayList<>();
    Optional<SweepQuery> query = Optional.of(begin.lookingAt(10_000));
    while (query.isPresent()) {
      SweepPage page = features.sweep(query.get());
      left.addAll(page.features());
      query = page.next().map(query.get()::after);
    }
    return left;
  }

  ListClient list(FeatureClient feature) {
    return features.list(feature.entityType(), feature.name());
  }

  @Test
  void values_of_every_type_are_put_read_and_deleted() {
    ValuesClient values = features.values("user");
    VALUES.forEach(
        (type, all) -> {
          String feature = newFeature(FeatureOptions.scalar(type)).name();
          for (int i = 0; i < all.size(); i++) {
            Instant time = Instant.parse("2015-09-12T00:46:58.000001Z").plusSeconds(i);
            values.put(feature, "a/b #", all.get(i), time);
            values.put(feature, "a/b #", all.get(0), time.minusSeconds(9));
            assertThat(read(values, feature, "a/b #"))
                .isEqualTo(new ValueAnswer.Present(all.get(i), time));
          }
          values.delete(feature, "a/b #");
          assertThat(read(values, feature, "a/b #")).isEqualTo(new ValueAnswer.Missing());
        });
  }

  @Test
  void of_values_with_one_event_time_the_last_stands_and_a_deletion_is_one_of_them() {
    String age = newFeature(FeatureOptions.scalar(ValueType.INTEGER)).name();
    ValuesClient values = features.values("user");
    Instant time = Instant.parse("2015-09-12T00:46:58.123456789Z");
    values.put(age, "anna", FeatureValue.integer(36), time);
    values.put(age, "anna", FeatureValue.integer(5), time);
    values.delete(age, "anna", time.minusNanos(1));
    assertThat(read(values, age, "anna"))
        .isEqualTo(new ValueAnswer.Present(FeatureValue.integer(5), time));
    values.delete(age, "anna", time);
    assertThat(read(values, age, "anna")).isEqualTo(new ValueAnswer.Missing());
    values.put(age, "anna", FeatureValue.integer(6));
    values.delete(age, "anna", time);
    assertThat(read(values, age, "anna")).isInstanceOf(ValueAnswer.Present.class);
  }

  private static ValueAnswer read(ValuesClient values, String feature, String entity) {
    return values.get(List.of(feature), List.of(entity)).get(0).answer(feature);
  }

  @Test
  void values_of_many_entities_are_read_at_once_each_with_its_status() {
    FeatureOptions options = FeatureOptions.scalar(ValueType.INTEGER);
    FeatureClient age = newFeature(options);
    String brief = newFeature(options.ttl(Duration.ofDays(1))).name();
    age.createVersion("v2");
    ValuesClient values = features.values("user");
    Instant past = Instant.parse("2015-09-12T00:46:58Z");
    values.put(age.name(), "anna", FeatureValue.integer(36), past);
    values.put(brief, "anna", FeatureValue.integer(1), past);
    values.in("v2").put(age.name(), "anna", FeatureValue.integer(37), past);
    List<EntityValues> read = values.get(List.of(age.name(), brief), List.of("anna", "bob"));
    assertThat(read).extracting(each -> each.entity().text()).containsExactly("anna", "bob");
    assertThat(read.get(0).features())
        .containsExactly(
            Map.entry(age.name(), new ValueAnswer.Present(FeatureValue.integer(36), past)),
            Map.entry(brief, new ValueAnswer.Expired(past)));
    assertThat(read.get(1).features().values()).containsOnly(new ValueAnswer.Missing());
    age.complete("v2");
    assertThat(read(values.inLatest(), age.name(), "anna"))
        .isEqualTo(new ValueAnswer.Present(FeatureValue.integer(37), past));
    assertThatThrownBy(() -> values.get(List.of("none"), List.of("anna")))
        .isInstanceOf(MessinaException.NotFound.class);
  }

  @Test
  void a_stream_feeds_a_list() {
    FeatureClient feature = newFeature(FeatureOptions.list(ValueType.TEXT));
    DefinitionClient<FeedOptions, FeedDefinition, FeedStatus> feed =
        features.feed("f-" + UUID.randomUUID());
    FeedDefinition created =
        feed.create(
            FeedOptions.list(stream.name(), feature.name(), "/user", "/page").time("/time"));
    assertThat(created.options().feature()).isEqualTo(new FeatureName("user", feature.name()));
    assertThat(created.options().time()).contains("/time");
    stream.append(
        List.of(
            NewEvent.of(
                Payload.json("{\"user\":\"anna\",\"page\":\"Messina\",\"time\":\"" + TIME + "\"}")),
            NewEvent.of(Payload.json("{}"))));
    FeedStatus status = feed.get();
    while (status.counts().fed() + status.counts().skipped() < 2 || status.lag().isEmpty()) {
      status = feed.get();
    }
    assertThat(status.definition()).isEqualTo(created);
    assertThat(status.counts().lastSkip()).isPresent();
    assertThat(status.running()).isTrue();
    assertThat(features.feeds()).extracting(FeedStatus::definition).contains(created);
    assertThat(feed.create(created.options())).isEqualTo(created);
    assertThat(list(feature).get("anna", ListQuery.newest(2)).items())
        .containsExactly(item("Messina", 0));
    assertThatThrownBy(feature::delete).isInstanceOf(MessinaException.Refused.class);
    feed.delete();
    assertThatThrownBy(feed::get).isInstanceOf(MessinaException.NotFound.class);
    feature.delete();
  }
}
