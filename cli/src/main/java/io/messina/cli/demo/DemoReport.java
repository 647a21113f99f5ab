package io.messina.cli.demo;

import io.messina.api.Times;
import io.messina.api.enrichment.KeyReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results, as {@code --json} writes them.
 *
 * @param events how many edits were to be sent
 * @param acknowledged how many of them the server acknowledged
 * @param processed how many of them the group has processed
 * @param dead how many of them became dead letters
 * @param retries how many attempts more than events it took
 * @param seconds from the first request to the last event processed
 * @param append the requests that appended
 * @param endToEnd each event from its append until it was processed
 * @param profiles the editors
 * @param channels all channels, busiest first
 * @param hourlyUniqueEditors how many editors each channel had in each hour
 * @param recentPages the newest ten pages of the ten busiest editors, newest first
 * @param messages the outcomes of the thanks to the busiest editor of each channel
 */
record DemoReport(
    int events,
    int acknowledged,
    int processed,
    long dead,
    long retries,
    double seconds,
    Figures append,
    Figures endToEnd,
    Profiles profiles,
    List<ChannelEdits> channels,
    List<HourlyEditors> hourlyUniqueEditors,
    Map<String, List<String>> recentPages,
    Thanks messages) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  /** A part of it in one line. */
  static byte[] json(Record part) {
    return JSON.writeValueAsBytes(part);
  }

  String pretty() {
    return JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this) + "\n";
  }

  /** Whether there was a backlog, so that the latency tells its length. */
  boolean appendedFasterThanProcessed() {
    return append.eventsPerSecond() > 1.1 * endToEnd.eventsPerSecond();
  }

  /**
   * The speed of operations.
   *
   * @param eventsPerSecond on average
   * @param p50Millis half of them took no longer
   * @param p99Millis 99 of a hundred took no longer
   * @param firstSeconds of those that began in the {@linkplain Operations#FIRST first seconds};
   *     null if there was none
   * @param rest of the others; null if there was none
   */
  record Figures(
      long eventsPerSecond,
      double p50Millis,
      double p99Millis,
      @Nullable Latency firstSeconds,
      @Nullable Latency rest) {}

  /**
   * The time that operations took.
   *
   * @param p50Millis half of them took no longer
   * @param p99Millis 99 of a hundred took no longer
   */
  record Latency(double p50Millis, double p99Millis) {}

  /**
   * The outcomes of the thanks.
   *
   * @param accepted how many messages the server has accepted
   * @param sent how many the receiver has, as the server knows
   * @param received how many it has got by its own count
   * @param uncertain the number of messages whose outcome is unknown
   */
  record Thanks(long accepted, long sent, long received, long uncertain) {}

  /**
   * The editors.
   *
   * @param users how many there are
   * @param rounds how many rounds at the database it took to make the profiles
   * @param sample the profiles of the busiest ones, busiest first
   */
  record Profiles(int users, long rounds, List<EditorProfile> sample) {}

  /** A channel, as in {@code #en.wikipedia}. */
  record ChannelEdits(String channel, int edits) {}

  /**
   * The editors of a channel in an hour.
   *
   * @param hour its first moment
   * @param approximate the estimate of a sketch of 4 KiB
   */
  record HourlyEditors(String channel, Instant hour, long exact, long approximate) {}

  /**
   * An editor.
   *
   * @param minorShare the part of the edits that was minor, 0 to 1
   * @param robotShare the part that a program made, 0 to 1
   */
  record EditorProfile(
      String user,
      int edits,
      long bytesAdded,
      long bytesDeleted,
      Instant firstEdit,
      Instant lastEdit,
      double minorShare,
      double robotShare) {

    static EditorProfile of(KeyReport report) {
      JsonNode state = JsonMapper.shared().readTree(report.state().orElseThrow().text());
      int edits = state.required("edits").intValue();
      return new EditorProfile(
          report.key(),
          edits,
          state.required("bytes_added").longValue(),
          state.required("bytes_deleted").longValue(),
          Times.parse(state.required("first_edit").stringValue()),
          Times.parse(state.required("last_edit").stringValue()),
          state.required("minor").doubleValue() / edits,
          state.required("robot").doubleValue() / edits);
    }
  }
}
