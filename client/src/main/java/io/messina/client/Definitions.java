package io.messina.client;

import io.messina.api.Durations;
import io.messina.api.StreamName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Streams and groups in answers, read from JSON. */
final class Definitions {

  private Definitions() {}

  static StreamDefinition stream(JsonReader json) {
    Values values = Values.of(json);
    return new StreamDefinition(
        new StreamName(values.text("name")),
        values.integer("generation", 1),
        values.integer("shards", 0),
        Durations.parseIfEnding(values.text("retention")),
        values.duration("deduplicate"),
        values.find("placement").map(Placement::parse).orElse(Placement.ANY),
        values.find("key"),
        values.find("time"),
        values.find("schema"));
  }

  /** The array that is the only field of an object. */
  static <T> List<T> list(JsonReader json, String field, Function<JsonReader, T> element) {
    List<T> list = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals(field)) {
            json.array(() -> list.add(element.apply(json)));
          }
        });
    return List.copyOf(list);
  }
}
