package io.messina.stream.catalog;

import io.messina.api.Durations;
import io.messina.stream.delivery.Backoff;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.delivery.Limits;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The definition of a group, in one line:
 *
 * <pre>{@code
 * {"start":"earliest","lease":"30s","max_attempts":5,
 *  "backoff":{"first":"1s","longest":"1m","jitter_percent":20},
 *  "order":"none","delivery":"at_least_once",
 *  "limits":{"max_in_flight":2000,"max_concurrent_per_key":0,"rate_limit":0,"unfinished":10000}}
 * }</pre>
 *
 * <p>The start is {@code "earliest"}, {@code "latest"} or a moment.
 */
final class GroupJson {

  private static final String EARLIEST = "earliest";
  private static final String LATEST = "latest";

  private GroupJson() {}

  static String write(Start start, GroupOptions options) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("start", text(start));
    json.put("lease", Durations.format(options.lease()));
    json.put("max_attempts", options.attemptsMax());
    write(options.backoff(), json.putObject("backoff"));
    json.put("order", JsonFields.constant(options.order()));
    json.put("delivery", JsonFields.constant(options.guarantee()));
    write(options.limits(), json.putObject("limits"));
    return JsonMapper.shared().writeValueAsString(json);
  }

  /**
   * Reads where a group began.
   *
   * @throws RuntimeException where {@link #write} did not write it
   */
  static Start readStart(String json) {
    String start = JsonFields.parse(json).text("start").orElse(EARLIEST);
    return switch (start) {
      case EARLIEST -> new Start.Earliest();
      case LATEST -> new Start.Latest();
      default -> new Start.At(Instant.parse(start));
    };
  }

  /**
   * Reads how a group hands out.
   *
   * @throws RuntimeException where {@link #write} did not write it
   */
  static GroupOptions readOptions(String json) {
    JsonFields fields = JsonFields.parse(json);
    return new GroupOptions(
        fields.duration("lease", GroupOptions.DEFAULT.lease()),
        fields.number("max_attempts", GroupOptions.DEFAULT.attemptsMax()),
        backoff(fields.inside("backoff")),
        fields.constant("order", GroupOptions.DEFAULT.order()),
        fields.constant("delivery", GroupOptions.DEFAULT.guarantee()),
        limits(fields.inside("limits")));
  }

  private static String text(Start start) {
    return switch (start) {
      case Start.Earliest _ -> EARLIEST;
      case Start.Latest _ -> LATEST;
      case Start.At at -> at.time().toString();
    };
  }

  private static void write(Backoff backoff, ObjectNode json) {
    json.put("first", Durations.format(backoff.first()));
    json.put("longest", Durations.format(backoff.longest()));
    json.put("jitter_percent", backoff.jitterPercent());
  }

  private static Backoff backoff(JsonFields fields) {
    return new Backoff(
        fields.duration("first", Backoff.DEFAULT.first()),
        fields.duration("longest", Backoff.DEFAULT.longest()),
        fields.number("jitter_percent", Backoff.DEFAULT.jitterPercent()));
  }

  private static void write(Limits limits, ObjectNode json) {
    json.put("max_in_flight", limits.inFlightMax());
    json.put("max_concurrent_per_key", limits.perKeyMax());
    json.put("rate_limit", limits.perSecondMax());
    json.put("unfinished", limits.unfinishedMax());
  }

  private static Limits limits(JsonFields fields) {
    return new Limits(
        fields.number("max_in_flight", Limits.DEFAULT.inFlightMax()),
        fields.number("max_concurrent_per_key", Limits.DEFAULT.perKeyMax()),
        fields.number("rate_limit", Limits.DEFAULT.perSecondMax()),
        fields.number("unfinished", Limits.DEFAULT.unfinishedMax()));
  }
}
