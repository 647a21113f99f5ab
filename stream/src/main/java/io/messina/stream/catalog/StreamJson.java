package io.messina.stream.catalog;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The definition of a stream:
 *
 * <pre>{@code
 * {"shards":16,"retention":"7d","deduplicate":"10m","key":"/user","time":"/at","schema":"{…}"}
 * }</pre>
 *
 * <p>The retention may be {@code "forever"}; the last three may be missing.
 */
final class StreamJson {

  private static final String FOREVER = "forever";

  private StreamJson() {}

  static String write(StreamOptions options) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("shards", options.shards());
    json.put("retention", options.retention().map(DurationText::write).orElse(FOREVER));
    json.put("deduplicate", DurationText.write(options.deduplicate()));
    options.key().ifPresent(key -> json.put("key", key));
    options.time().ifPresent(time -> json.put("time", time));
    options.schema().ifPresent(schema -> json.put("schema", schema));
    return JsonMapper.shared().writeValueAsString(json);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException where it is something else
   */
  static StreamOptions read(String json) {
    JsonFields fields = JsonFields.parse(json);
    return new StreamOptions(
        fields.number("shards", StreamOptions.DEFAULT.shards()),
        retention(fields),
        fields.duration("deduplicate", StreamOptions.DEFAULT.deduplicate()),
        fields.text("key"),
        fields.text("time"),
        fields.text("schema"));
  }

  private static Optional<Duration> retention(JsonFields fields) {
    return fields
        .text("retention")
        .map(text -> text.equals(FOREVER) ? Optional.<Duration>empty() : some(text))
        .orElse(StreamOptions.DEFAULT.retention());
  }

  private static Optional<Duration> some(String text) {
    return Optional.of(DurationText.read(text));
  }
}
