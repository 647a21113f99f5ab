package io.messina.aggregate.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.util.RawValue;

/** Against Jackson's own reading of JSON pointers, which makes a tree of the whole payload. */
class PointerTreeTest {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Few, so that pointers meet them; some need escapes, and some look like indices. */
  private static final List<String> NAMES =
      List.of("a", "b", "", "0", "1", "01", "-", "a/b", "~", "~1", "\"", "\\", "é\n", "𝄞");

  @Property(edgeCases = EdgeCasesMode.NONE)
  void it_finds_what_a_tree_of_the_payload_has(
      @ForAll("values") Object value, @ForAll("pointers") Set<String> pointers) {
    compare(Bytes.utf8(MAPPER.writeValueAsString(value)), List.copyOf(pointers));
    compare(
        Bytes.utf8(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value)),
        List.copyOf(pointers));
  }

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<Object> leaves =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(5).map(text -> (Object) text),
            Arbitraries.of(NAMES).map(text -> (Object) text),
            Arbitraries.bigDecimals().ofScale(3).map(number -> (Object) number),
            Arbitraries.longs().map(number -> (Object) number),
            Arbitraries.longs()
                .map(exponent -> (Object) new RawValue("-7.5e" + Math.abs(exponent / 2))),
            Arbitraries.of(true, false).map(flag -> (Object) flag),
            Arbitraries.create(() -> (Object) NullNode.getInstance()));
    return Arbitraries.recursive(() -> leaves, PointerTreeTest::containers, 0, 4);
  }

  private static Arbitrary<Object> containers(Arbitrary<Object> inner) {
    Arbitrary<List<Object>> lists = inner.list().ofMaxSize(3);
    Arbitrary<Map<String, Object>> objects =
        Arbitraries.maps(Arbitraries.of(NAMES), inner).ofMaxSize(5);
    return Arbitraries.oneOf(lists.map(list -> (Object) list), objects.map(map -> (Object) map));
  }

  @Provide
  Arbitrary<Set<String>> pointers() {
    return Arbitraries.of(NAMES)
        .list()
        .ofMaxSize(4)
        .map(PointerTreeTest::pointer)
        .set()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  private static String pointer(List<String> names) {
    StringBuilder pointer = new StringBuilder();
    names.forEach(name -> pointer.append('/').append(name.replace("~", "~0").replace("/", "~1")));
    return pointer.toString();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void any_bytes_are_read_as_jackson_reads_them_or_are_no_json(
      @ForAll byte[] bytes, @ForAll("pointers") Set<String> pointers) {
    compare(Bytes.wrap(bytes), List.copyOf(pointers));
  }

  /** Mostly of what JSON is made of, so that it is often nearly right. */
  @Property(edgeCases = EdgeCasesMode.NONE)
  void pieces_of_json_are_read_as_jackson_reads_them_or_are_no_json(
      @ForAll("pieces") List<String> pieces, @ForAll("pointers") Set<String> pointers) {
    compare(Bytes.utf8(String.join("", pieces)), List.copyOf(pointers));
  }

  @Provide
  Arbitrary<List<String>> pieces() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "\"",
            "1",
            "-",
            "0",
            ".",
            "e9",
            "E-",
            "e" + "9".repeat(12),
            "true",
            "null",
            " ",
            "\\u00",
            "\n",
            "nul",
            "9".repeat(40),
            "NaN",
            "/*",
            "\u0000",
            "\ufeff")
        .list()
        .ofMaxSize(12);
  }

  private static void compare(Bytes payload, List<String> pointers) {
    @Nullable Scalar[] found = new PointerTree(pointers).find(payload);
    JsonNode tree = tree(payload);
    if (tree == null) {
      assertThat(found).isNull();
      return;
    }
    assertThat(found).hasSize(pointers.size());
    for (int i = 0; i < pointers.size(); i++) {
      assertThat(found[i])
          .as("%s in %s", pointers.get(i), payload.toUtf8())
          .isEqualTo(scalar(tree.at(JsonPointer.compile(pointers.get(i))), found[i]));
    }
  }

  /** Null if it is no JSON, or says the same name twice. */
  private static @Nullable JsonNode tree(Bytes payload) {
    try {
      JsonNode tree = MAPPER.readTree(payload.toArray());
      return tree.isMissingNode() ? null : tree;
    } catch (JacksonException _) {
      return null;
    }
  }

  /** What there should be, of numbers in the words that the payload has for it. */
  private static @Nullable Scalar scalar(JsonNode node, @Nullable Scalar found) {
    if (node.isString()) {
      return new Scalar(Scalar.Type.TEXT, node.stringValue());
    }
    if (node.isNumber()) {
      assertThat(found).isNotNull();
      if (node.isIntegralNumber()) {
        assertThat(new BigInteger(found.text())).isEqualTo(node.bigIntegerValue());
      } else { // any exponent, also one that no decimal has
        assertThat(Double.parseDouble(found.text())).isEqualTo(node.doubleValue());
      }
      return new Scalar(Scalar.Type.NUMBER, found.text());
    }
    if (node.isBoolean()) {
      return new Scalar(Scalar.Type.FLAG, node.asString());
    }
    if (node.isNull()) {
      return new Scalar(Scalar.Type.NULL, "null");
    }
    return node.isContainer() ? Scalar.SEVERAL : null;
  }

  @Example
  void what_is_nested_too_deep_is_no_json() {
    PointerTree tree = new PointerTree(List.of("/a", "/0/0"));
    for (String open : List.of("[", "{\"a\":")) {
      assertThat(tree.find(Bytes.utf8(open.repeat(100_000)))).isNull();
    }
  }

  @Example
  void without_pointers_nothing_is_looked_for() {
    assertThat(new PointerTree(List.of()).find(Bytes.utf8("no JSON"))).isEmpty();
  }

  @Example
  void all_that_is_asked_for_is_found_in_one_pass() {
    Set<String> pointers = new LinkedHashSet<>(List.of("", "/a", "/a/b", "/a/b/c", "/x~1y/1"));
    @Nullable Scalar[] found =
        new PointerTree(List.copyOf(pointers))
            .find(Bytes.utf8("{\"a\":{\"b\":{\"c\":1.50}},\"x/y\":[0,\"one\"]}"));
    assertThat(found)
        .containsExactly(
            Scalar.SEVERAL,
            Scalar.SEVERAL,
            Scalar.SEVERAL,
            new Scalar(Scalar.Type.NUMBER, "1.50"),
            new Scalar(Scalar.Type.TEXT, "one"));
  }
}
