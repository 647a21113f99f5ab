package io.messina.server.streams;

import io.messina.api.Durations;
import io.messina.api.Times;
import io.messina.server.http.Fields;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.Backoff;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.delivery.Guarantee;
import io.messina.stream.delivery.Limits;
import io.messina.stream.delivery.Order;
import io.messina.stream.peer.GroupStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Groups as the API writes them, and their options as requests give them. */
final class GroupJson {

  private static final Duration BACKOFF_MIN = Duration.ofMillis(1);
  private static final int PERCENT_MAX = 100;

  private GroupJson() {}

  /** Writes fields into an object that the caller has begun. */
  static void writeFields(JsonGenerator json, GroupDefinition group) {
    GroupOptions options = group.options();
    json.writeStringProperty("name", group.id().name().value());
    json.writeNumberProperty("generation", group.id().generation());
    json.writeStringProperty("stream", group.stream().name().value());
    json.writeStringProperty("start", StartText.format(group.start()));
    json.writeStringProperty("lease", Durations.format(options.lease()));
    json.writeNumberProperty("max_attempts", options.attemptsMax());
    json.writeObjectPropertyStart("backoff");
    json.writeStringProperty("first", Durations.format(options.backoff().first()));
    json.writeStringProperty("longest", Durations.format(options.backoff().longest()));
    json.writeNumberProperty("jitter_percent", options.backoff().jitterPercent());
    json.writeEndObject();
    json.writeStringProperty("order", text(options.order()));
    json.writeStringProperty("delivery", text(options.guarantee()));
    writeLimits(json, options.limits());
  }

  private static void writeLimits(JsonGenerator json, Limits limits) {
    json.writeNumberProperty("max_in_flight", limits.inFlightMax());
    json.writeNumberProperty("max_concurrent_per_key", limits.perKeyMax());
    json.writeNumberProperty("rate_limit", limits.perSecondMax());
    json.writeNumberProperty("max_unfinished", limits.unfinishedMax());
  }

  static void write(JsonGenerator json, GroupStatus status) {
    json.writeStartObject();
    json.writeStringProperty("end", status.end().toString());
    json.writeStringProperty("floor", status.floor().toString());
    json.writeNumberProperty("lag", status.behind());
    json.writeNumberProperty("in_flight", status.inFlight());
    json.writeNumberProperty("waiting", status.waiting());
    json.writeStringProperty("followed", status.followed().toString());
    status
        .oldestBehind()
        .ifPresent(time -> json.writeStringProperty("oldest_unfinished", Times.format(time)));
    json.writeBooleanProperty("paused", status.paused());
    status.aside().ifPresent(reason -> json.writeStringProperty("set_aside", reason));
    json.writeEndObject();
  }

  /** What is absent stays as it stands. */
  static GroupOptions read(Fields fields, GroupOptions standing) {
    Duration lease =
        fields
            .duration("lease", GroupOptions.LEASE_MIN, GroupOptions.LEASE_MAX)
            .orElse(standing.lease());
    int attempts =
        fields.integer("max_attempts", 1, GroupOptions.ATTEMPTS_MAX).orElse(standing.attemptsMax());
    Optional<Backoff> backoff =
        fields.object("backoff").map(inner -> backoff(inner, standing.backoff()));
    Order order = choice(fields, "order", Order.class).orElse(standing.order());
    Guarantee guarantee = choice(fields, "delivery", Guarantee.class).orElse(standing.guarantee());
    Limits limits = limits(fields, standing.limits());
    fields.end();
    return new GroupOptions(
        lease, attempts, backoff.orElse(standing.backoff()), order, guarantee, limits);
  }

  private static Limits limits(Fields fields, Limits standing) {
    int most = Limits.UNFINISHED_MAX;
    return new Limits(
        fields.integer("max_in_flight", 1, most).orElse(standing.inFlightMax()),
        fields.integer("max_concurrent_per_key", 0, most).orElse(standing.perKeyMax()),
        fields.integer("rate_limit", 0, Integer.MAX_VALUE).orElse(standing.perSecondMax()),
        fields.integer("max_unfinished", 1, most).orElse(standing.unfinishedMax()));
  }

  private static Backoff backoff(Fields fields, Backoff standing) {
    Duration first =
        fields.duration("first", BACKOFF_MIN, GroupOptions.LEASE_MAX).orElse(standing.first());
    Duration longest =
        fields.duration("longest", BACKOFF_MIN, GroupOptions.LEASE_MAX).orElse(standing.longest());
    int jitter = fields.integer("jitter_percent", 0, PERCENT_MAX).orElse(standing.jitterPercent());
    fields.end();
    try {
      return new Backoff(first, longest, jitter);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.OUT_OF_BOUNDS, String.valueOf(e.getMessage()));
    }
  }

  static <E extends Enum<E>> Optional<E> choice(Fields fields, String name, Class<E> type) {
    return fields.text(name, text -> choice(text, type));
  }

  private static <E extends Enum<E>> E choice(String text, Class<E> type) {
    StringBuilder expected = new StringBuilder();
    for (E each : type.getEnumConstants()) {
      if (text(each).equals(text)) {
        return each;
      }
      expected.append(expected.isEmpty() ? "" : " or ").append(text(each));
    }
    throw new IllegalArgumentException(text + " (expected: " + expected + ")");
  }

  static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
