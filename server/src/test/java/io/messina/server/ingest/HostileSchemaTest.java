package io.messina.server.ingest;

import static io.messina.server.ingest.Reading.problem;
import static io.messina.server.ingest.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ProblemCode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that are to take more time, memory or stack than there is. */
@Timeout(60)
class HostileSchemaTest {

  private static final String JSON = "application/json";

  @Test
  void a_pattern_does_not_take_longer_than_its_text_is_long() {
    String text = "\"" + "a".repeat(50_000) + "b\"";
    assertThat(refusal("{\"pattern\":\"^(a+)+$\"}", text)).contains("does not match");
    assertThat(refusal("{\"pattern\":\"^(a|aa)+$\"}", text)).contains("does not match");
    assertThat(refusal("{\"pattern\":\"(.*)(.*)(.*)(.*)(.*)[^ab]\"}", text))
        .contains("does not match");
    assertThat(
            refusal(
                "{\"patternProperties\":{\"^(a+)+$\":true},\"additionalProperties\":false}",
                "{\"" + "a".repeat(5_000) + "b\":1}"))
        .contains("schema");
  }

  @Test
  void a_text_is_too_long_for_a_large_pattern() {
    assertThat(refusal("{\"pattern\":\"(a?){900}b\"}", "\"" + "a".repeat(60_000) + "\""))
        .contains("too long for the pattern");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(((a{99}){99}){99}){99}",
        "a{1000}a{1000}a{1000}",
        "(a{1,1000}){2,1000}",
        "\\\\Q[\\\\E((a{1000}){1000}){1000}]",
        "[^]](((a{99}){99}){99}){99}",
        "(?=a)b",
        "(?<!a)b",
        "(a)\\\\1",
        "a{100000}"
      })
  void a_pattern_that_cannot_be_matched_at_a_bounded_cost_is_no_part_of_a_schema(String pattern) {
    assertThatThrownBy(() -> schema("{\"pattern\":\"" + pattern + "\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("schema: pattern: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^\\\\u00e9$",
        "^[\\\\u00e0-\\\\u00ff]$",
        "^\\\\S{1,250}$",
        "\\\\/|é",
        "^(?:é|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$"
      })
  void what_people_write_is_a_pattern(String pattern) {
    assertThat(read(JSON, "\"é\"", schema("{\"pattern\":\"" + pattern + "\"}"), Map.of()))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"#\"}",
        "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
        "{\"$dynamicAnchor\":\"a\",\"$dynamicRef\":\"#a\"}"
      })
  void a_schema_that_leads_to_itself_refuses_everything(String schema) {
    assertThat(refusal(schema, "1")).contains("limit");
  }

  @Test
  void a_schema_that_doubles_with_every_step_is_broken_off() {
    StringBuilder schema = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
    for (int i = 0; i < 60; i++) {
      String next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
      schema.append("\"d" + i + "\":{\"allOf\":[" + next + "," + next + "]},");
    }
    assertThat(refusal(schema + "\"d60\":{}}}", "1")).contains("limit");
  }

  @Test
  void a_text_without_end_does_not_end_the_check_of_its_format() {
    String schema =
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"format\":\"json-pointer\"}";
    assertThat(refusal(schema, "\"" + "/a".repeat(200_000) + "~\"")).contains("too long");
  }

  @Test
  void a_schema_may_be_neither_large_nor_deep() {
    String large = "{\"description\":\"" + "x".repeat(64 << 10) + "\"}";
    assertThatThrownBy(() -> schema(large)).hasMessageContaining("at most 65536");
    String deep = "{\"not\":".repeat(300) + "{}" + "}".repeat(300);
    assertThatThrownBy(() -> schema(deep)).hasMessageStartingWith("schema: ");
    String brackets = "(".repeat(30_000);
    assertThatThrownBy(() -> schema("{\"pattern\":\"" + brackets + "\"}"))
        .hasMessageContaining("too large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "classpath:draft/2020-12/schema",
        "resource:draft/2020-12/schema",
        "jar:file:/a.jar!/b",
        "file:///etc/hostname",
        "https://json-schema.org.example.org/draft/2020-12/schema"
      })
  void only_known_schemas_are_referred_to(String document) {
    assertThatThrownBy(() -> schema("{\"$ref\":\"" + document + "\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not allowed");
  }

  @Property
  void a_bound_of_whole_numbers_is_compared_with_every_number_as_it_is(
      @ForAll("bounds") String bound,
      @ForAll("numbers") String number,
      @ForAll boolean isNested,
      @ForAll("comparisons") String keyword) {
    String inner = "{\"type\":\"integer\",\"" + keyword + "\":" + bound + "}";
    IngestRules rules = schema(isNested ? "{\"properties\":{\"enum\":" + inner + "}}" : inner);
    String payload = isNested ? "{\"enum\":" + number + "}" : number;
    if (meets(new BigDecimal(number), keyword, new BigDecimal(bound))) {
      assertThat(read(JSON, payload, rules, Map.of())).hasSize(1);
    } else {
      assertThat(problem(() -> read(JSON, payload, rules, Map.of())).code())
          .isEqualTo(ProblemCode.SCHEMA_VIOLATION);
    }
  }

  @Provide
  Arbitrary<String> bounds() {
    return Arbitraries.of("0", "-1", "5", "5.0", "9223372036854775807", "1e30");
  }

  @Provide
  Arbitrary<String> comparisons() {
    return Arbitraries.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
  }

  @Provide
  Arbitrary<String> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.of("5", "5.0", "50e-1", "5.5", "1e19", "-1e20", "1e400", "1e999999999"),
        Arbitraries.longs().map(String::valueOf),
        Combinators.combine(Arbitraries.integers(), Arbitraries.integers().between(-40, 40))
            .as((digits, exponent) -> digits + "e" + exponent));
  }

  private static boolean meets(BigDecimal number, String keyword, BigDecimal bound) {
    int order = number.compareTo(bound);
    return (number.signum() == 0 || number.stripTrailingZeros().scale() <= 0)
        && switch (keyword) {
          case "minimum" -> order >= 0;
          case "maximum" -> order <= 0;
          case "exclusiveMinimum" -> order > 0;
          default -> order < 0;
        };
  }

  @Test
  void what_a_value_must_be_is_compared_by_value() {
    IngestRules rules = schema("{\"const\":{\"type\":\"integer\",\"maximum\":5}}");
    assertThat(read(JSON, "{\"type\":\"integer\",\"maximum\":5}", rules, Map.of())).hasSize(1);
    IngestRules some = schema("{\"enum\":[{\"type\":\"integer\",\"maximum\":5}]}");
    assertThat(read(JSON, "{\"type\":\"integer\",\"maximum\":5}", some, Map.of())).hasSize(1);
  }

  @Test
  void a_number_that_no_decimal_holds_is_no_json_for_a_schema() {
    var problem =
        problem(() -> read(JSON, "1e2147483648", schema("{\"type\":\"number\"}"), Map.of()));
    assertThat(problem.code()).isEqualTo(ProblemCode.MALFORMED_JSON);
  }

  @Test
  void a_pointer_without_end_is_no_pointer() {
    assertThatThrownBy(
            () ->
                IngestRules.compile(
                    Optional.of("/a".repeat(100_000)), Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("key: ");
  }

  private static String refusal(String schema, String payload) {
    IngestRules rules = schema(schema);
    var problem = problem(() -> read(JSON, payload, rules, Map.of()));
    assertThat(problem.code()).isEqualTo(ProblemCode.SCHEMA_VIOLATION);
    return problem.detail();
  }

  private static IngestRules schema(String schema) {
    return IngestRules.compile(Optional.empty(), Optional.empty(), Optional.of(schema));
  }
}
