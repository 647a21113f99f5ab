package io.messina.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The plain fields of an object in an answer, by name, as their texts. */
final class Values {

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Reads all fields of an object; nested ones are kept as their JSON. */
  static Values of(JsonReader json) {
    Values values = new Values();
    json.object(name -> values.take(name, json));
    return values;
  }

  void take(String name, JsonReader json) {
    values.put(name, json.textOfAny());
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  String text(String name) {
    return EventFields.required(name, values.get(name));
  }

  Instant time(String name) {
    return Instant.parse(text(name));
  }

  int integer(String name, int otherwise) {
    return Math.toIntExact(number(name, otherwise));
  }

  long number(String name, long otherwise) {
    return find(name).map(Long::valueOf).orElse(otherwise);
  }

  OptionalLong numberIfAny(String name) {
    return find(name).stream().mapToLong(Long::parseLong).findFirst();
  }

  /** The elements of an array; none where it is absent. */
  List<Integer> integers(String name) {
    List<Integer> integers = new ArrayList<>();
    byte[] array = find(name).orElse("[]").getBytes(StandardCharsets.UTF_8);
    return JsonReader.read(
        array,
        json -> {
          json.array(() -> integers.add(json.number()));
          return List.copyOf(integers);
        });
  }

  boolean flag(String name) {
    return find(name).map(Boolean::valueOf).orElse(false);
  }
}
