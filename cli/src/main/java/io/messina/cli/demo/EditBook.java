package io.messina.cli.demo;

import io.messina.cli.demo.DemoReport.ChannelEdits;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The edits that workers have processed. An event may be handled more than once, so each is applied
 * by its id, and once. It holds a day of edits, and some more that people may post. For use by many
 * threads.
 */
final class EditBook {

  /** The editor with the most edits of a channel. */
  record BusiestEditor(String channel, String user, int edits) {

    /** The wiki of the channel, as in {@code en.wikipedia}. */
    String wiki() {
      return channel.startsWith("#") ? channel.substring(1) : channel;
    }
  }

  private final Set<String> applied = new HashSet<>();
  private final Map<String, Map<String, Integer>> editors = new HashMap<>(); // by channel
  private final Operations endToEnd = new Operations();
  private long retries;

  /**
   * Adds an edit, unless it is present.
   *
   * @param id of the event
   * @param attempt which one has succeeded, from 1
   * @param took since it was appended
   */
  synchronized void apply(String id, JsonNode edit, int attempt, Duration took) {
    if (applied.add(id)) {
      editors
          .computeIfAbsent(edit.required("channel").stringValue(), _ -> new HashMap<>())
          .merge(edit.required("user").stringValue(), 1, Integer::sum);
      endToEnd.add(System.nanoTime(), took.toNanos());
      retries += attempt - 1;
    }
  }

  synchronized int processed() {
    return applied.size();
  }

  synchronized long retries() {
    return retries;
  }

  /** From append to done, of each edit. */
  Operations endToEnd() {
    return endToEnd;
  }

  /** The channels, busiest first. */
  synchronized List<ChannelEdits> channels() {
    return editors.entrySet().stream()
        .map(
            each ->
                new ChannelEdits(
                    each.getKey(), each.getValue().values().stream().mapToInt(it -> it).sum()))
        .sorted(
            Comparator.comparingInt(ChannelEdits::edits)
                .reversed()
                .thenComparing(ChannelEdits::channel))
        .toList();
  }

  /** The busiest editor of each channel, busiest first; of two, the one whose name is first. */
  synchronized List<BusiestEditor> busiest() {
    Comparator<BusiestEditor> order =
        Comparator.comparingInt(BusiestEditor::edits).reversed().thenComparing(BusiestEditor::user);
    return editors.entrySet().stream()
        .map(
            channel ->
                channel.getValue().entrySet().stream()
                    .map(it -> new BusiestEditor(channel.getKey(), it.getKey(), it.getValue()))
                    .min(order)
                    .orElseThrow())
        .sorted(order)
        .toList();
  }
}
