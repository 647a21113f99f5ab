package io.messina.client.internal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** The plain fields of an object in an answer, by name, as their texts. */
public final class Values {

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Reads all fields of an object; nested ones are kept as their JSON. */
  public static Values of(JsonReader json) {
    Values values = new Values();
    json.object(name -> values.take(name, json));
    return values;
  }

  public void take(String name, JsonReader json) {
    values.put(name, json.textOfAny());
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  public String text(String name) {
    return EventFields.required(name, values.get(name));
  }

  public Instant time(String name) {
    return Instant.parse(text(name));
  }

  public int integer(String name, int otherwise) {
    return Math.toIntExact(number(name, otherwise));
  }

  public long number(String name, long otherwise) {
    return find(name).map(Long::valueOf).orElse(otherwise);
  }

  public OptionalInt integerIfAny(String name) {
    return find(name).stream().mapToInt(Integer::parseInt).findFirst();
  }

  public OptionalLong numberIfAny(String name) {
    return find(name).stream().mapToLong(Long::parseLong).findFirst();
  }

  /** The elements of an array; none where it is absent. */
  public List<Integer> integers(String name) {
    return elements(find(name).orElse("[]"), JsonReader::number);
  }

  public List<String> texts(String name) {
    return elements(text(name), JsonReader::text);
  }

  private static <T> List<T> elements(String array, Function<JsonReader, T> element) {
    List<T> elements = new ArrayList<>();
    return JsonReader.read(
        array.getBytes(StandardCharsets.UTF_8),
        json -> {
          json.array(() -> elements.add(element.apply(json)));
          return List.copyOf(elements);
        });
  }

  public boolean flag(String name) {
    return find(name).map(Boolean::valueOf).orElse(false);
  }
}
