package io.messina.client.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Background;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked of the server about features, when again, and how answers are understood. */
@Timeout(60)
class FeatureRequestsTest {

  private static final Duration FIRST_WAIT = Duration.ofMillis(75);
  private static final Instant TIME = Instant.parse("2015-09-12T00:46:58.771000001Z");
  private static final FeatureValue MESSINA = FeatureValue.text("Messina");
  private static final ListItem ITEM = new ListItem(MESSINA, TIME);
  private static final String ITEM_JSON =
      "{\"value\":\"Messina\",\"time\":\"2015-09-12T00:46:58.771000001Z\"}";
  private static final String FEATURE_JSON =
      "{\"entity_type\":\"user\",\"name\":\"pages\",\"type\":\"list\",\"value_type\":\"text\","
          + "\"ttl\":\"forever\",\"unique\":true,\"latest\":\"v2\",\"versions\":[\"\",\"v2\"],"
          + "\"tag\":\"t1\",\"later\":{}}";

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client = server.client(surroundings).build();
  private final FeaturesClient features = FeaturesClient.of(client);
  private final FeatureClient feature = features.feature("user", "pages");
  private final ListClient pages = features.list("user", "pages");
  private final ValuesClient values = features.values("user");
  private final DefinitionClient<FeedOptions, FeedDefinition, FeedStatus> feed =
      features.feed("pages");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static Object answered(CompletableFuture<?> future, Request request, String json) {
    request.answer(200, json);
    return future.join();
  }

  @Test
  void a_feature_is_created_and_read_in_full() {
    CompletableFuture<FeatureDefinition> created =
        Background.call(
            () ->
                feature.create(
                    FeatureOptions.list(ValueType.TEXT).unique(true).ttl(Duration.ofDays(36_500))));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("PUT /v1/features/user/pages");
    assertThat(request.body())
        .isEqualTo(
            "{\"type\":\"list\",\"value_type\":\"text\",\"ttl\":\"36500d\",\"unique\":true}");
    assertThat(answered(created, request, FEATURE_JSON))
        .isEqualTo(
            new FeatureDefinition(
                new FeatureName("user", "pages"),
                FeatureOptions.list(ValueType.TEXT).unique(true),
                new FeatureVersion("v2"),
                List.of(FeatureVersion.FIRST, new FeatureVersion("v2")),
                "t1"));
  }

  @Test
  void versions_are_named_also_where_it_is_the_first_one() {
    CompletableFuture<?> created = Background.call(() -> feature.createVersion("v/2"));
    Request creation = server.next();
    assertThat(creation.what()).isEqualTo("PUT /v1/features/user/pages?version=v%2F2");
    answered(created, creation, FEATURE_JSON);
    CompletableFuture<?> completed = Background.call(() -> feature.complete(""));
    Request completion = server.next();
    assertThat(completion.what()).isEqualTo("POST /v1/features/user/pages/complete?version=");
    answered(completed, completion, FEATURE_JSON);
    CompletableFuture<?> deleted = Background.run(() -> feature.deleteVersion(""));
    Request deletion = server.next();
    assertThat(deletion.what()).isEqualTo("DELETE /v1/features/user/pages?version=");
    answered(deleted, deletion, "");
  }

  @Test
  void parts_of_paths_are_encoded() {
    CompletableFuture<?> added =
        Background.call(() -> features.list("a/b", "%").in("#").add("ä b+?&/..", List.of(ITEM)));
    Request request = server.next();
    assertThat(request.what())
        .isEqualTo("POST /v1/lists/a%2Fb/%25/%C3%A4%20b%2B%3F%26%2F..?version=%23");
    assertThat(request.body()).isEqualTo("{\"items\":[" + ITEM_JSON + "]}");
    assertThat(answered(added, request, "{\"stored\":1,\"expired\":2}"))
        .isEqualTo(new AddedItems(1, 2));
  }

  @Test
  void entities_are_asked_for_and_read() {
    CompletableFuture<?> read =
        Background.call(() -> pages.in("v2").entities(2, Optional.of("a+/=")));
    Request request = server.next();
    assertThat(request.what())
        .isEqualTo("GET /v1/lists/user/pages?version=v2&limit=2&after=a%2B%2F%3D");
    assertThat(answered(read, request, "{\"entities\":[\"a/b\",\"b\"],\"next\":\"n\"}"))
        .isEqualTo(
            new EntityPage(List.of(new EntityId("a/b"), new EntityId("b")), Optional.of("n")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pages.entities(10_001, Optional.empty()))
        .withMessageStartingWith("limit: 10001 (expected: ");
  }

  @Test
  void a_sweep_says_what_it_is_to_do_and_tells_what_was_found() {
    CompletableFuture<?> found =
        Background.call(() -> features.sweep(SweepQuery.finding().lookingAt(7)));
    Request finding = server.next();
    assertThat(finding.what()).isEqualTo("POST /v1/features:sweep");
    assertThat(finding.body()).isEqualTo("{\"dry_run\":true,\"limit\":7}");
    String none = "{\"looked_at\":3,\"deleted\":0,\"unknown\":1,\"features\":[]}";
    assertThat(answered(found, finding, none))
        .isEqualTo(new SweepPage(3, 0, 1, List.of(), Optional.empty()));
    CompletableFuture<?> swept =
        Background.call(() -> features.sweep(SweepQuery.deleting().after("a+/=")));
    Request sweeping = server.next();
    assertThat(sweeping.body()).isEqualTo("{\"dry_run\":false,\"limit\":1000,\"after\":\"a+/=\"}");
    String feature =
        "{\"entity_type\":\"user\",\"name\":\"pages\",\"version\":\"\",\"generation\":2,"
            + "\"type\":\"list\",\"entities\":9,\"later\":{}}";
    String some =
        "{\"features\":["
            + feature
            + "],\"looked_at\":1000,\"deleted\":9,\"unknown\":0,\"next\":\"n\"}";
    assertThat(answered(swept, sweeping, some))
        .isEqualTo(
            new SweepPage(
                1_000,
                9,
                0,
                List.of(
                    new SweptFeature(
                        new FeatureName("user", "pages"),
                        FeatureVersion.FIRST,
                        2,
                        FeatureKind.LIST,
                        9)),
                Optional.of("n")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SweepQuery.finding().lookingAt(10_001))
        .withMessageStartingWith("limit: 10001 (expected: ");
  }

  @Test
  void items_are_asked_for_and_read() {
    ListQuery query = ListQuery.newest(5).since(TIME).before(TIME.plusNanos(1)).after("1#a+/=");
    CompletableFuture<?> read = Background.call(() -> pages.inLatest().get("anna", query));
    Request request = server.next();
    assertThat(request.what())
        .isEqualTo(
            "GET /v1/lists/user/pages/anna?version=latest"
                + "&min_time=2015-09-12T00%3A46%3A58.771000001Z"
                + "&max_time=2015-09-12T00%3A46%3A58.771000002Z&limit=5&after=1%23a%2B%2F%3D");
    assertThat(answered(read, request, "{\"items\":[" + ITEM_JSON + "],\"next\":\"7#b\"}"))
        .isEqualTo(new ItemPage(List.of(ITEM), Optional.of("7#b")));
  }

  @Test
  void each_list_among_many_is_found_or_failed() {
    CompletableFuture<?> read =
        Background.call(
            () -> pages.in("v2").getEach(List.of("anna", "bob"), ListQuery.newest(5).since(TIME)));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("POST /v1/lists:get");
    assertThat(request.body())
        .isEqualTo(
            "{\"entity_type\":\"user\",\"feature\":\"pages\",\"version\":\"v2\","
                + "\"entities\":[\"anna\",\"bob\"],\"min_time\":\"2015-09-12T00:46:58.771000001Z\","
                + "\"limit\":5}");
    String answer =
        "{\"lists\":[{\"entity\":\"anna\",\"status\":\"ok\",\"items\":["
            + ITEM_JSON
            + "]},{\"entity\":\"bob\",\"status\":\"error\",\"detail\":\"no answer\","
            + "\"retryable\":true}]}";
    assertThat(answered(read, request, answer))
        .isEqualTo(
            List.of(
                new ListAnswer.Found(new EntityId("anna"), List.of(ITEM), Optional.empty()),
                new ListAnswer.Failed(new EntityId("bob"), "no answer", true)));
  }

  @Test
  void each_list_among_many_goes_on_where_it_was_left() {
    CompletableFuture<?> read =
        Background.call(
            () -> pages.getEach(List.of("anna", "bob"), ListQuery.newest(5), Map.of("bob", "7-b")));
    Request request = server.next();
    assertThat(request.body())
        .endsWith("\"entities\":[\"anna\",\"bob\"],\"after\":{\"bob\":\"7-b\"},\"limit\":5}");
    assertThat(answered(read, request, "{\"lists\":[]}")).isEqualTo(List.of());
  }

  @Test
  void lines_are_imported_a_line_each() {
    CompletableFuture<?> added =
        Background.call(
            () -> pages.importLines(List.of(ItemLine.of("a\n", ITEM), ItemLine.of("b", ITEM))));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("POST /v1/lists/user/pages");
    assertThat(request.header("Content-Type")).contains("application/x-ndjson");
    assertThat(request.body().lines())
        .containsExactly(
            "{\"entity\":\"a\\n\"," + ITEM_JSON.substring(1),
            "{\"entity\":\"b\"," + ITEM_JSON.substring(1));
    answered(added, request, "{\"stored\":2,\"expired\":0}");
  }

  @Test
  void lists_of_the_latest_version_are_pinned_to_the_one_that_it_is_now() {
    CompletableFuture<ListClient> pinned = Background.call(() -> pages.inLatest().pinned());
    Request request = server.next();
    assertThat(request.what()).isEqualTo("GET /v1/features/user/pages");
    request.answer(200, FEATURE_JSON);
    CompletableFuture<?> added =
        Background.call(() -> pinned.join().importLines(List.of(ItemLine.of("a", ITEM))));
    Request lines = server.next();
    assertThat(lines.what()).isEqualTo("POST /v1/lists/user/pages?version=v2");
    answered(added, lines, "{\"stored\":1,\"expired\":0}");
    assertThat(pages.pinned()).isSameAs(pages);
  }

  @Test
  void values_stand_in_the_body() {
    CompletableFuture<?> found = Background.call(() -> pages.contains("anna", MESSINA));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("POST /v1/lists/user/pages/anna/contains");
    assertThat(request.body()).isEqualTo("{\"value\":\"Messina\"}");
    assertThat(answered(found, request, "{\"contains\":true}")).isEqualTo(true);
  }

  @Test
  void a_value_is_put_and_deleted_now_or_as_of_a_time() {
    CompletableFuture<Void> put =
        Background.run(() -> values.put("age", "anna", FeatureValue.integer(36)));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("PUT /v1/values/user/age/anna");
    assertThat(request.body()).isEqualTo("{\"value\":36}");
    request.answer(204, "");
    put.join();
    CompletableFuture<Void> deleted =
        Background.run(() -> values.in("v2").delete("age", "anna", TIME));
    request = server.next();
    assertThat(request.what())
        .isEqualTo(
            "DELETE /v1/values/user/age/anna?version=v2&time=2015-09-12T00%3A46%3A58.771000001Z");
    request.answer(204, "");
    deleted.join();
  }

  @Test
  void each_value_among_many_has_a_status() {
    CompletableFuture<List<EntityValues>> read =
        Background.call(() -> values.get(List.of("age", "job", "size", "mood"), List.of("anna")));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("POST /v1/values:get");
    assertThat(request.body())
        .isEqualTo(
            "{\"entity_type\":\"user\",\"features\":[\"age\",\"job\",\"size\",\"mood\"],"
                + "\"version\":\"\",\"entities\":[\"anna\"]}");
    request.answer(
        200,
        "{\"entities\":[{\"entity\":\"anna\",\"features\":{"
            + "\"age\":{\"status\":\"present\",\"value\":36,\"time\":\"2015-09-12T00:00:00Z\"},"
            + "\"job\":{\"status\":\"missing\"},"
            + "\"size\":{\"status\":\"expired\",\"time\":\"2015-09-12T00:00:00Z\"},"
            + "\"mood\":{\"status\":\"error\",\"detail\":\"no answer\",\"retryable\":false}}}]}");
    Instant midnight = Instant.parse("2015-09-12T00:00:00Z");
    EntityValues anna = read.join().get(0);
    assertThat(anna.features())
        .containsExactly(
            Map.entry("age", new ValueAnswer.Present(FeatureValue.integer(36), midnight)),
            Map.entry("job", new ValueAnswer.Missing()),
            Map.entry("size", new ValueAnswer.Expired(midnight)),
            Map.entry("mood", new ValueAnswer.Failed("no answer", false)));
    assertThatIllegalArgumentException().isThrownBy(() -> anna.answer("none"));
  }

  @Test
  void a_feed_is_created_and_read_in_full() {
    CompletableFuture<FeedDefinition> created =
        Background.call(
            () -> feed.create(FeedOptions.scalar(new StreamName("edits"), "age", "/user", "/age")));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("PUT /v1/feeds/pages");
    assertThat(request.body())
        .isEqualTo(
            "{\"stream\":\"edits\",\"entity_type\":\"user\",\"scalar\":\"age\","
                + "\"version\":\"\",\"entity\":\"/user\",\"value\":\"/age\"}");
    String json =
        "{\"name\":\"pages\",\"generation\":2,\"stream\":\"edits\",\"entity_type\":\"user\","
            + "\"scalar\":\"age\",\"version\":\"\",\"entity\":\"/user\",\"value\":\"/age\",\"tag\":\"t2\","
            + "\"running\":true,\"lag\":7,\"oldest_unfed\":\"2015-09-12T00:46:58.771Z\","
            + "\"fed\":4,\"expired\":8,\"skipped\":5,\"passed\":6,\"last_skip\":\"why\"}";
    FeedDefinition definition =
        new FeedDefinition(
            new FeedName("pages"),
            2,
            FeedOptions.scalar(new StreamName("edits"), "age", "/user", "/age"),
            "t2");
    assertThat(answered(created, request, json)).isEqualTo(definition);
    CompletableFuture<List<FeedStatus>> feeds = Background.call(() -> features.feeds());
    assertThat(answered(feeds, server.next(), "{\"feeds\":[" + json + "]}"))
        .isEqualTo(
            List.of(
                new FeedStatus(
                    definition,
                    true,
                    Optional.empty(),
                    Optional.of(7L),
                    Optional.of(Instant.parse("2015-09-12T00:46:58.771Z")),
                    new FeedCounts(4, 8, 5, 6, Optional.of("why")))));
    CompletableFuture<FeedDefinition> changed =
        Background.call(() -> feed.create(definition.options().value("/years")));
    Request change = server.next();
    assertThat(change.body())
        .isEqualTo(
            "{\"stream\":\"edits\",\"entity_type\":\"user\",\"scalar\":\"age\","
                + "\"version\":\"\",\"entity\":\"/user\",\"value\":\"/years\"}");
    answered(changed, change, json);
  }

  @Test
  void what_changes_nothing_when_done_twice_is_sent_again_after_an_unknown_outcome() {
    List<Supplier<CompletableFuture<?>>> calls =
        List.of(
            () -> Background.call(() -> feature.createVersion("v2")),
            () -> Background.call(() -> pages.add("anna", List.of(ITEM))),
            () -> Background.call(() -> pages.importLines(List.of(ItemLine.of("anna", ITEM)))),
            () -> Background.call(() -> pages.contains("anna", MESSINA)),
            () -> Background.call(() -> pages.getEach(List.of("anna"), ListQuery.newest(1))),
            () -> Background.run(() -> values.put("age", "anna", FeatureValue.integer(36), TIME)),
            () -> Background.run(() -> values.delete("age", "anna", TIME)),
            () -> Background.call(() -> values.get(List.of("age"), List.of("anna"))));
    for (Supplier<CompletableFuture<?>> call : calls) {
      CompletableFuture<?> future = call.get();
      Request first = server.next();
      first.hangUp();
      surroundings.fire(FIRST_WAIT);
      Request second = server.next();
      assertThat(second.what()).isEqualTo(first.what());
      assertThat(second.body()).isEqualTo(first.body());
      second.refuse(404, "feature_not_found");
      assertThatThrownBy(future::join).hasCauseInstanceOf(MessinaException.NotFound.class);
    }
  }

  @Test
  void completing_a_version_is_not_repeated_where_it_may_have_been_done() {
    CompletableFuture<?> completed = Background.call(() -> feature.complete("v2"));
    server.next().hangUp();
    assertThatThrownBy(completed::join).hasCauseInstanceOf(MessinaException.Unknown.class);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  private Stream<Supplier<CompletableFuture<?>>> removals() {
    return Stream.of(
        () -> Background.run(feature::delete),
        () -> Background.run(() -> feature.deleteVersion("v2")),
        () -> Background.call(() -> pages.remove("anna", MESSINA)),
        () -> Background.run(() -> pages.removeAll("anna")),
        () -> Background.call(() -> pages.keepNewest("anna", 5)),
        () -> Background.run(() -> values.delete("age", "anna")),
        () -> Background.run(() -> values.put("age", "anna", FeatureValue.integer(36))),
        () -> Background.run(feed::delete));
  }

  @Test
  void a_removal_is_not_repeated_where_it_may_have_been_done() {
    removals()
        .forEach(
            removal -> {
              CompletableFuture<?> removed = removal.get();
              server.next().refuse(503, "unknown_outcome");
              assertThatThrownBy(removed::join).hasCauseInstanceOf(MessinaException.Unknown.class);
              assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
            });
  }

  @Test
  void a_removal_is_repeated_where_nothing_was_done() {
    removals()
        .forEach(
            removal -> {
              CompletableFuture<?> removed = removal.get();
              Request first = server.next();
              first.refuse(503, "unavailable");
              surroundings.fire(FIRST_WAIT);
              Request second = server.next();
              assertThat(second.what()).isEqualTo(first.what());
              answered(removed, second, "{\"removed\":3}");
            });
  }

  @Test
  void what_could_mean_something_else_on_the_way_is_refused_here() {
    for (String entity : List.of("", "x".repeat(801), "ä".repeat(401), "a\udc00")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> pages.removeAll(entity))
          .withMessageStartingWith("entity");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> features.feature("user", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> features.list("", "pages"));
    assertThatIllegalArgumentException().isThrownBy(() -> features.values("x".repeat(129)));
    assertThatIllegalArgumentException().isThrownBy(() -> features.feed(""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pages.in("latest"))
        .withMessageStartingWith("version: latest (expected: another name");
    assertThatIllegalArgumentException().isThrownBy(() -> feature.complete("latest"));
    assertThatIllegalArgumentException().isThrownBy(() -> ListQuery.newest(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pages.getEach(List.of("anna"), ListQuery.newest(1).after("7#b")));
    assertThat(server.isQuiet()).isTrue();
  }
}
