package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the server's description says of its answers, against what this client makes of them: a
 * field is read if something else comes of an answer without it.
 */
class AnswerFieldsTest {

  private static final AnswerSamples SAMPLES =
      new AnswerSamples(
          JsonMapper.shared()
              .readTree(
                  new File("../server/src/main/resources/io/messina/server/http/schemas.json")));

  private static final Map<String, Function<JsonReader, ?>> READERS =
      Map.ofEntries(
          Map.entry("Appended", AppendAnswer::read),
          Map.entry("EventPage", EventAnswers::read),
          Map.entry("EventReport", EventAnswers::report),
          Map.entry("ClaimedEvents", EventAnswers::claimed),
          Map.entry("Results", EventAnswers::results),
          Map.entry("FollowedEvents", EventAnswers::followed),
          Map.entry("DeadLetters", EventAnswers::deadLetters),
          Map.entry("Feature", FeatureAnswers::feature),
          Map.entry("Swept", json -> json.record(SweepPage.class)),
          Map.entry("Feed", FeatureAnswers::feedStatus),
          Map.entry("ListItems", FeatureAnswers::page),
          Map.entry("AddedItems", json -> json.record(AddedItems.class)),
          Map.entry("ListEntities", json -> json.record(EntityPage.class)),
          Map.entry("Lists", FeatureAnswers::lists),
          Map.entry("Values", FeatureAnswers::entities));

  /** Parts of others, lists of one kind, answers of one field, and what the client does not ask. */
  private static final Set<String> OTHERS =
      Set.of(
          "Problem",
          "Event",
          "RefusedLine",
          "ListItem",
          "Acks",
          "ReceiptResults",
          "Streams",
          "Groups",
          "Features",
          "Feeds",
          "Cancelled",
          "Discarded",
          "Redriven",
          "ItemFound",
          "RemovedItems",
          "ItemCount",
          "Health",
          "DelayedEvent",
          "EventOrDelayed",
          "Cluster");

  static Set<String> answers() {
    return new TreeSet<>(READERS.keySet());
  }

  @MethodSource("answers")
  @ParameterizedTest
  void every_field_of_an_answer_is_read(String answer) {
    assertThat(unread(answer, Objects.requireNonNull(READERS.get(answer)))).isEmpty();
  }

  /** The status of HTTP and its own code tell the rest. */
  @Test
  void every_field_of_a_problem_is_read() {
    assertThat(unread("Problem", AnswerFieldsTest::problem))
        .containsExactlyInAnyOrder(
            "/type",
            "/title",
            "/status",
            "/retryable",
            "/stored/refused",
            "/stored/refused/0/line",
            "/stored/refused/0/detail",
            "/checks",
            "/checks/7");
  }

  private static Problem problem(JsonReader json) {
    return Problems.of(new Answer(400, Optional.empty(), json.raw(), 0)).problem();
  }

  @Test
  void the_reader_of_every_answer_is_known() {
    assertThat(SAMPLES.answers()).hasSameElementsAs(union(READERS.keySet(), OTHERS));
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  private static Set<String> unread(String answer, Function<JsonReader, ?> reader) {
    Set<String> unread = new LinkedHashSet<>();
    Set<String> read = new LinkedHashSet<>();
    for (JsonNode sample : SAMPLES.of(answer)) {
      Object whole = read(sample, reader);
      for (Entry<String, JsonNode> without : AnswerSamples.withoutEach(sample).entrySet()) {
        (isSame(whole, without.getValue(), reader) ? unread : read).add(without.getKey());
      }
    }
    unread.removeAll(read);
    return unread;
  }

  private static boolean isSame(Object whole, JsonNode without, Function<JsonReader, ?> reader) {
    try {
      return whole.equals(read(without, reader));
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static Object read(JsonNode answer, Function<JsonReader, ?> reader) {
    return JsonReader.read(JsonMapper.shared().writeValueAsBytes(answer), reader);
  }
}
