package io.messina.aggregate.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Json;
import io.messina.api.Position;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.FieldCondition;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

class EventFieldsTest {

  @Example
  void a_group_is_json_and_of_several_parts_an_array() {
    assertThat(group("{\"a\":\"x\\n\"}", "/a")).isEqualTo("\"x\\n\"");
    assertThat(group("{\"a\":1.0,\"b\":{\"c\":null}}", "/b/c", "/a")).isEqualTo("[null,1]");
    assertThat(group("{\"a\":true}", "/a")).isEqualTo("true");
    assertThat(group("no JSON at all")).isEmpty();
  }

  @Example
  void without_a_scalar_value_there_is_no_group() {
    assertThat(group("{\"b\":1}", "/a")).isNull();
    assertThat(group("{\"a\":{}}", "/a")).isNull();
    assertThat(group("{\"a\":[1]}", "/a")).isNull();
    assertThat(group("{\"a\":1", "/a")).isNull();
    assertThat(group("{\"a\":1}", "/a", "/b")).isNull();
  }

  @Example
  void a_group_has_1024_bytes_at_most() {
    assertThat(group("{\"a\":\"%s\"}".formatted("x".repeat(1_022)), "/a")).hasSize(1_024);
    assertThat(group("{\"a\":\"%s\"}".formatted("x".repeat(1_023)), "/a")).isNull();
    assertThat(group("{\"a\":\"%s\"}".formatted("é".repeat(512)), "/a")).isNull();
  }

  @Example
  void equal_numbers_are_one_group_and_one_member() {
    for (String number : List.of("100", "1e2", "100.000", "1.0E+2", "0.1e3")) {
      assertThat(group("{\"v\":%s}".formatted(number), "/v")).isEqualTo("100");
      assertThat(of("{\"v\":%s}".formatted(number)).member()).isEqualTo("100");
      assertThat(of("{\"v\":%s}".formatted(number)).integer()).isEqualTo(100L);
    }
    assertThat(of("{\"v\":\"100\"}").member()).isEqualTo("100");
    assertThat(of("{\"v\":-0.0}").member()).isEqualTo("0");
  }

  @Example
  void an_event_is_in_place_if_it_has_the_key_that_its_payload_tells() {
    assertThat(isInPlace("{\"u\":\"ada\"}", "ada")).isTrue();
    assertThat(isInPlace("{\"u\":1}", "1")).isTrue();
    assertThat(isInPlace("{\"u\":\"ada\"}", "bob")).isFalse();
    assertThat(isInPlace("{\"u\":1.0}", "1.0")).isFalse();
    assertThat(isInPlace("{\"u\":null}", "null")).isFalse();
    assertThat(isInPlace("{}", "ada")).isFalse();
    assertThat(isInPlace("no JSON", "ada")).isFalse();
  }

  private static boolean isInPlace(String payload, String key) {
    AggregateFields fields =
        new AggregateFields(List.of(), Optional.of("/u"), List.of(), Optional.empty());
    StoredEvent without = event(Bytes.utf8(payload));
    Event keyed = Event.builder(Bytes.utf8(payload)).key(Bytes.utf8(key)).build();
    StoredEvent event = new StoredEvent(without.id(), keyed, Instant.EPOCH);
    return new EventFields(fields, Optional.of("/u")).isInPlace(event);
  }

  @Example
  void a_text_is_a_member_by_its_characters_and_no_number() {
    Of text = of("{\"v\":\"\\u00e9\\\"\"}");
    assertThat(text.member()).isEqualTo("é\"");
    assertThat(text.number()).isNull();
    assertThat(text.integer()).isNull();
    assertThat(of("{\"v\":null}").member()).isNull();
    assertThat(of("{\"v\":false}").member()).isEqualTo("false");
    assertThat(of("{\"v\":{}}").member()).isNull();
    assertThat(of("[]").member()).isNull();
  }

  @Example
  void numbers_have_400_digits_before_and_behind_the_point_and_integers_fit_a_long() {
    assertThat(of("{\"v\":9223372036854775807}").integer()).isEqualTo(Long.MAX_VALUE);
    assertThat(of("{\"v\":9223372036854775808}").integer()).isNull();
    assertThat(of("{\"v\":1.5}").integer()).isNull();
    String digits = "7".repeat(400);
    for (String number :
        List.of("1e399", "1e-400", digits, "-" + digits + "." + digits, "1" + "0".repeat(399))) {
      assertThat(of("{\"v\":%s}".formatted(number)).number()).isEqualByComparingTo(number);
    }
    for (double each : new double[] {Double.MAX_VALUE, Double.MIN_VALUE, Double.MIN_NORMAL}) {
      assertThat(of("{\"v\":%s}".formatted(each)).number())
          .isEqualByComparingTo(String.valueOf(each));
    }
    for (String number : List.of("1e400", "1e-401", digits + "7", "0." + digits + "7")) {
      assertThat(of("{\"v\":%s}".formatted(number)).number()).isNull();
    }
    assertThat(of("{\"v\":1e999999999}").number()).isNull();
    assertThat(of("{\"v\":1e999999999}").member()).isEqualTo("1e999999999");
    for (String far :
        List.of(
            "1e99999999999",
            "1e-99999999999",
            "100e2147483647",
            "-1e2147483648",
            "0.001e-2147483648")) {
      assertThat(of("{\"v\":%s}".formatted(far)).number()).isNull();
      assertThat(of("{\"v\":%s}".formatted(far)).integer()).isNull();
      assertThat(of("{\"v\":%s}".formatted(far)).member()).isNull();
    }
    assertThat(of("{\"v\":-0.0e99999999999}").number()).isEqualTo(BigDecimal.ZERO);
  }

  /** Whatever number JSON allows, there is an answer, and it is the same for equal numbers. */
  @Property
  void any_number_of_json_has_a_value_or_none(
      @ForAll boolean negative,
      @ForAll @IntRange(max = 9_999) int whole,
      @ForAll("fractions") String fraction,
      @ForAll("exponents") String exponent) {
    String number = (negative ? "-" : "") + whole + fraction + exponent;
    Of found = of("{\"v\":%s}".formatted(number));
    String group = group("{\"v\":%s}".formatted(number), "/v");
    BigDecimal held = held(number);
    if (held == null) {
      assertThat(found).isEqualTo(new Of(null, null, null));
      assertThat(group).isNull();
    } else {
      assertThat(new BigDecimal(found.member())).isEqualByComparingTo(held);
      assertThat(group).isEqualTo(found.member());
      assertThat(found.number() == null || found.number().compareTo(held) == 0).isTrue();
    }
    assertThat(holds("2", "{\"a\":%s}".formatted(number)))
        .isEqualTo(held != null && held.compareTo(BigDecimal.TWO) == 0);
  }

  /** Null if no decimal holds it, and it is not zero. */
  private static @Nullable BigDecimal held(String number) {
    String[] parts = number.split("[eE]", 2);
    BigDecimal mantissa = new BigDecimal(parts[0]);
    BigInteger exponent = new BigInteger(parts.length == 1 ? "0" : parts[1]);
    if (mantissa.signum() == 0) {
      return BigDecimal.ZERO;
    }
    return exponent.abs().compareTo(BigInteger.TEN.pow(9)) >= 0
        ? null
        : mantissa.scaleByPowerOfTen(exponent.intValueExact());
  }

  @Provide
  Arbitrary<String> fractions() {
    return Arbitraries.of("", ".0", ".5", ".00", ".25", "." + "0".repeat(150) + "7");
  }

  @Provide
  Arbitrary<String> exponents() {
    Arbitrary<String> digits =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 120).map(String::valueOf),
            Arbitraries.bigIntegers()
                .between(BigInteger.ZERO, BigInteger.TEN.pow(30))
                .map(String::valueOf),
            Arbitraries.of(
                "2147483647",
                "2147483648",
                "999999999",
                "1000000000",
                "000000000001",
                "9".repeat(99)));
    Arbitrary<String> written =
        Combinators.combine(Arbitraries.of("e", "E"), Arbitraries.of("", "+", "-"), digits)
            .as((e, sign, exponent) -> e + sign + exponent);
    return Arbitraries.oneOf(Arbitraries.just(""), written);
  }

  @Example
  void a_text_with_half_a_pair_is_another_one_than_with_the_other_half() {
    List<String> texts = List.of("a\\ud83d", "a\\ude00", "a\\ud83d\\ude00", "a?", "a\ufffd");
    assertThat(texts.stream().map(text -> member("{\"v\":\"%s\"}".formatted(text))))
        .doesNotHaveDuplicates();
    assertThat(texts.stream().map(text -> group("{\"v\":\"%s\"}".formatted(text), "/v")))
        .containsExactly("\"a\\ud83d\"", "\"a\\ude00\"", "\"a😀\"", "\"a?\"", "\"a\ufffd\"");
    assertThat(holds("\"a\\ud83d\"", "{\"a\":\"a\\ud83d\"}")).isTrue();
    assertThat(holds("\"a\\ud83d\"", "{\"a\":\"a\\ude00\"}")).isFalse();
  }

  private static @Nullable Bytes member(String payload) {
    return fields(Optional.of("/v")).member(event(Bytes.utf8(payload)));
  }

  @Example
  void a_group_is_named_by_its_json_or_by_what_is_none() {
    assertThat(named("1")).isEqualTo("1");
    assertThat(named("10e-1")).isEqualTo("1");
    assertThat(named("\"1\"")).isEqualTo("\"1\"");
    assertThat(named("dark-mode")).isEqualTo("\"dark-mode\"");
    assertThat(named("a\"b")).isEqualTo("\"a\\\"b\"");
    assertThat(named("\"\\u0061\"")).isEqualTo("\"a\"");
    assertThat(named("\"a\\uD83D\"")).isEqualTo("\"a\\ud83d\"");
    assertThat(named("[ \"a\", 1.0, null ]")).isEqualTo("[\"a\",1,null]");
    assertThat(named("{\"a\":1}")).isEqualTo("{\"a\":1}");
    assertThat(named("[")).isEqualTo("\"[\"");
    assertThat(named("")).isEqualTo("\"\"");
    assertThat(fields(Optional.empty()).named("")).isEqualTo(Bytes.EMPTY);
  }

  private static String named(String name) {
    return fields(Optional.empty(), "/a").named(name).toUtf8();
  }

  @Example
  void a_condition_holds_for_an_equal_value_of_the_same_type() {
    assertThat(holds("1", "{\"a\":1.0}")).isTrue();
    assertThat(holds("1", "{\"a\":\"1\"}")).isFalse();
    assertThat(holds("1", "{\"a\":2}")).isFalse();
    assertThat(holds("\"x\"", "{\"a\":\"\\u0078\"}")).isTrue();
    assertThat(holds("false", "{\"a\":false}")).isTrue();
    assertThat(holds("false", "{\"a\":\"false\"}")).isFalse();
    assertThat(holds("null", "{\"a\":null}")).isTrue();
    assertThat(holds("null", "{}")).isFalse();
    assertThat(holds(null, "{\"a\":0}")).isTrue();
    assertThat(holds(null, "{\"a\":null}")).isFalse();
    assertThat(holds(null, "{}")).isFalse();
    assertThat(holds(null, "{\"a\":[]}")).isTrue();
    assertThat(holds(null, "{\"a\":{\"b\":1}}")).isTrue();
    assertThat(holds("null", "{\"a\":[]}")).isFalse();
  }

  private static boolean holds(@Nullable String equals, String payload) {
    FieldCondition condition = new FieldCondition("/a", Optional.ofNullable(equals).map(Json::new));
    EventFields fields =
        new EventFields(
            new AggregateFields(
                List.of(), Optional.of("/a"), List.of(condition), Optional.empty()));
    StoredEvent event = event(Bytes.utf8(payload));
    boolean excluded = fields.excludes(event);
    assertThat(fields.group(event)).isEqualTo(excluded ? null : Bytes.EMPTY);
    return !excluded;
  }

  @Example
  void an_event_that_is_no_json_is_not_excluded_but_has_nothing() {
    EventFields fields = fields(Optional.of("/a"), "/a");
    StoredEvent event = event(Bytes.utf8("{"));
    assertThat(fields.excludes(event)).isFalse();
    assertThat(fields.group(event)).isNull();
    assertThat(fields.member(event)).isNull();
  }

  @Example
  void two_aggregates_and_two_events_do_not_mix_up_what_was_parsed_last() {
    EventFields first = fields(Optional.of("/a"));
    EventFields second = fields(Optional.of("/b"));
    StoredEvent one = event(Bytes.utf8("{\"a\":1,\"b\":2}"));
    StoredEvent other = event(Bytes.utf8("{\"a\":3,\"b\":4}"));
    assertThat(first.integer(one)).isEqualTo(1);
    assertThat(second.integer(one)).isEqualTo(2);
    assertThat(second.integer(other)).isEqualTo(4);
    assertThat(first.integer(other)).isEqualTo(3);
    assertThat(first.integer(one)).isEqualTo(1);
  }

  @Property
  void any_payload_has_a_value_or_none(@ForAll byte[] payload) {
    EventFields fields = fields(Optional.of("/a"), "", "/0");
    for (byte[] bytes : List.of(payload, inside(payload))) {
      StoredEvent event = event(Bytes.wrap(bytes));
      assertThat(fields.excludes(event)).isFalse();
      var _ = fields.group(event);
      var _ = fields.member(event);
      BigDecimal number = fields.number(event);
      Long integer = fields.integer(event);
      assertThat(integer == null || number != null).isTrue();
    }
  }

  private static byte[] inside(byte[] payload) {
    byte[] begin = Bytes.utf8("{\"a\":").toArray();
    byte[] whole = Arrays.copyOf(begin, begin.length + payload.length + 1);
    System.arraycopy(payload, 0, whole, begin.length, payload.length);
    whole[whole.length - 1] = '}';
    return whole;
  }

  /** What an event has at the place of the value. */
  private record Of(@Nullable String member, @Nullable BigDecimal number, @Nullable Long integer) {}

  private static Of of(String payload) {
    EventFields fields = fields(Optional.of("/v"));
    StoredEvent event = event(Bytes.utf8(payload));
    Bytes member = fields.member(event);
    return new Of(
        member == null ? null : member.toUtf8(), fields.number(event), fields.integer(event));
  }

  private static @Nullable String group(String payload, String... pointers) {
    Bytes group = fields(Optional.empty(), pointers).group(event(Bytes.utf8(payload)));
    return group == null ? null : group.toUtf8();
  }

  private static EventFields fields(Optional<String> of, String... groupBy) {
    return new EventFields(new AggregateFields(List.of(groupBy), of, List.of(), Optional.empty()));
  }

  private static StoredEvent event(Bytes payload) {
    EventAddress address = new EventAddress(1, 0, 0, Position.unpack(1));
    return new StoredEvent(address, Event.builder(payload).build(), Instant.EPOCH);
  }
}
