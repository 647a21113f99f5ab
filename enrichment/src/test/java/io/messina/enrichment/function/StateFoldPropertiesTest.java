package io.messina.enrichment.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import io.messina.api.enrichment.StateOptions;
import io.messina.store.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All functions at once, over events some of which have no value, or none that they can take. */
class StateFoldPropertiesTest {

  private static final int LIST_MAX = 3;
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final StateFold FOLD = new StateFold(options());

  private static StateOptions options() {
    Map<String, StateField> fields = new LinkedHashMap<>();
    fields.put("events", StateField.count());
    fields.put("values", new StateField(StateFunction.COUNT, Optional.of("/v"), Optional.empty()));
    for (StateFunction function :
        List.of(
            StateFunction.SUM,
            StateFunction.LAST,
            StateFunction.MIN,
            StateFunction.MAX,
            StateFunction.SET_IF_ABSENT)) {
      fields.put(function.toString(), StateField.of(function, "/v"));
    }
    fields.put("list", StateField.list("/v", LIST_MAX));
    return new StateOptions(new StreamName("s"), fields);
  }

  @Provide
  static Arbitrary<List<Optional<BigDecimal>>> numbers() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("-1e19"), new BigDecimal("1e19"))
        .ofScale(4)
        .optional(0.8)
        .list()
        .ofMaxSize(20);
  }

  @Provide
  static Arbitrary<List<String>> values() {
    return Arbitraries.of(
            "null", "true", "1", "-0.5", "2.0", "1e20", "\"a\"", "\"2015-09-12T00:46:58Z\"", "[1]")
        .list()
        .ofMaxSize(20);
  }

  private static JsonState folded(List<Bytes> payloads) {
    return FOLD.apply(null, payloads, _ -> {});
  }

  private static Bytes payload(String value) {
    return Bytes.utf8("{\"v\":" + value + "}");
  }

  @Property
  void numbers_are_folded_as_plainly_as_can_be(
      @ForAll("numbers") List<Optional<BigDecimal>> numbers) {
    JsonNode state =
        MAPPER.readTree(
            folded(
                    numbers.stream()
                        .map(number -> payload(number.map(Object::toString).orElse("null")))
                        .toList())
                .toString());
    List<BigDecimal> there = numbers.stream().flatMap(Optional::stream).toList();
    assertThat(count(state, "events")).isEqualTo(numbers.size());
    assertThat(count(state, "values")).isEqualTo(there.size());
    if (there.isEmpty()) {
      assertThat(state.propertyNames()).allMatch("events"::equals);
      return;
    }
    assertThat(number(state, "sum"))
        .isEqualByComparingTo(there.stream().reduce(BigDecimal.ZERO, BigDecimal::add));
    assertThat(number(state, "min"))
        .isEqualByComparingTo(there.stream().min(Comparator.naturalOrder()).orElseThrow());
    assertThat(number(state, "max"))
        .isEqualByComparingTo(there.stream().max(Comparator.naturalOrder()).orElseThrow());
    assertThat(number(state, "last")).isEqualTo(there.getLast());
    assertThat(number(state, "set_if_absent")).isEqualTo(there.getFirst());
    assertThat(found(state, "list").valueStream().map(JsonNode::decimalValue))
        .containsExactlyElementsOf(
            there.subList(Math.max(0, there.size() - LIST_MAX), there.size()));
  }

  @Property
  void rounds_of_any_length_make_the_same_state_also_if_it_is_stored_between_them(
      @ForAll("values") List<String> values, @ForAll List<Boolean> ends) {
    List<Bytes> payloads = values.stream().map(StateFoldPropertiesTest::payload).toList();
    JsonState state = folded(List.of());
    List<Bytes> round = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      round.add(payloads.get(i));
      if (i < ends.size() && ends.get(i)) {
        state = JsonState.read(FOLD.apply(state, round, _ -> {}).json());
        round.clear();
      }
    }
    assertThat(FOLD.apply(state, round, _ -> {}).json()).isEqualTo(folded(payloads).json());
  }

  private static long count(JsonNode state, String field) {
    return Optional.ofNullable(state.get(field)).map(JsonNode::longValue).orElse(0L);
  }

  private static BigDecimal number(JsonNode state, String field) {
    return found(state, field).decimalValue();
  }

  private static JsonNode found(JsonNode state, String field) {
    return Objects.requireNonNull(state.get(field), field);
  }
}
