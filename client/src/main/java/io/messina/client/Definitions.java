package io.messina.client;

import io.messina.api.Durations;
import io.messina.api.GroupName;
import io.messina.api.StreamName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  static GroupDefinition group(JsonReader json) {
    return group(Values.of(json));
  }

  private static GroupDefinition group(Values values) {
    return new GroupDefinition(
        new GroupName(values.text("name")),
        values.integer("generation", 1),
        new StreamName(values.text("stream")),
        Start.parse(values.text("start")),
        values.duration("lease"),
        values.integer("max_attempts", 0),
        backoff(values.nested("backoff")),
        Order.parse(values.text("order")),
        Delivery.parse(values.text("delivery")),
        limits(values));
  }

  private static Backoff backoff(Values values) {
    return new Backoff(
        values.duration("first"), values.duration("longest"), values.integer("jitter_percent", 0));
  }

  private static GroupLimits limits(Values values) {
    return new GroupLimits(
        values.integer("max_in_flight", 0),
        values.integer("max_concurrent_per_key", 0),
        values.integer("rate_limit", 0),
        values.integer("max_unfinished", 0));
  }

  static GroupStatus status(JsonReader json) {
    Values values = Values.of(json);
    return new GroupStatus(
        group(values),
        shards(values),
        values.integers("missing"),
        values.numberIfAny("lag"),
        values.number("in_flight", 0),
        values.numberIfAny("dead"));
  }

  private static Map<Integer, ShardProgress> shards(Values values) {
    byte[] text = values.find("shards").orElse("{}").getBytes(StandardCharsets.UTF_8);
    return JsonReader.read(
        text,
        json -> {
          Map<Integer, ShardProgress> shards = new LinkedHashMap<>();
          json.object(number -> shards.put(Integer.valueOf(number), progress(Values.of(json))));
          return shards;
        });
  }

  private static ShardProgress progress(Values values) {
    return new ShardProgress(
        values.position("end"),
        values.position("floor"),
        values.number("lag", 0),
        values.number("in_flight", 0),
        values.number("waiting", 0),
        values.position("followed"),
        values.find("oldest_unfinished"),
        values.flag("paused"),
        values.find("set_aside"));
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
