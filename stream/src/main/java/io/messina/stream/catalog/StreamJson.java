package io.messina.stream.catalog;

import io.messina.api.Durations;
import io.messina.stream.StreamId;
import io.messina.stream.placement.Placement;
import io.messina.stream.placement.ShardSalts;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The definition of a stream:
 *
 * <pre>{@code
 * {"shards":2,"retention":"7d","deduplicate":"10m","key":"/user","time":"/at","schema":"{…}",
 *  "placement":"core","salts":[7,31]}
 * }</pre>
 *
 * <p>The retention may be {@code "forever"}; all behind the third may be missing. That of a deleted
 * stream also has {@code "erased":[0,1]}, the shards that hold nothing any more.
 */
final class StreamJson {

  private static final String ERASED = "erased";

  private StreamJson() {}

  static String write(StreamOptions options, ShardSalts salts) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("shards", options.shards());
    json.put("retention", Durations.formatIfEnding(options.retention()));
    json.put("deduplicate", Durations.format(options.deduplicate()));
    options.key().ifPresent(key -> json.put("key", key));
    options.time().ifPresent(time -> json.put("time", time));
    options.schema().ifPresent(schema -> json.put("schema", schema));
    if (options.placement() != Placement.ANY) {
      json.put("placement", JsonFields.constant(options.placement()));
    }
    if (!salts.numbers().isEmpty()) {
      ArrayNode numbers = json.putArray("salts");
      salts.numbers().forEach(numbers::add);
    }
    return JsonMapper.shared().writeValueAsString(json);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException where it is something else
   */
  static StreamDefinition read(StreamId id, String json) {
    JsonFields fields = JsonFields.parse(json);
    return new StreamDefinition(id, options(fields), new ShardSalts(fields.numbers("salts")));
  }

  /** The same definition, noting which shards of it are erased. */
  static String erased(String json, Collection<Integer> shards) {
    ObjectNode noted = (ObjectNode) JsonMapper.shared().readTree(json);
    ArrayNode numbers = noted.putArray(ERASED);
    shards.forEach(numbers::add);
    return JsonMapper.shared().writeValueAsString(noted);
  }

  static DeletedStream readDeleted(StreamId id, String json) {
    return new DeletedStream(read(id, json), Set.copyOf(JsonFields.parse(json).numbers(ERASED)));
  }

  private static StreamOptions options(JsonFields fields) {
    return new StreamOptions(
        fields.number("shards", StreamOptions.DEFAULT.shards()),
        retention(fields),
        fields.duration("deduplicate", StreamOptions.DEFAULT.deduplicate()),
        fields.text("key"),
        fields.text("time"),
        fields.text("schema"),
        fields.constant("placement", Placement.ANY));
  }

  private static Optional<Duration> retention(JsonFields fields) {
    return fields
        .text("retention")
        .map(Durations::parseIfEnding)
        .orElse(StreamOptions.DEFAULT.retention());
  }
}
