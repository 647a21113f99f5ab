package io.messina.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The edits that workers have processed. An event may be handled more than once, so each is applied
 * by its id, and once. It holds a day of edits, and some more that people may post. For use by many
 * threads.
 */
final class EditBook {

  private final Set<String> applied = new HashSet<>();
  private final Map<String, Map<String, Integer>> editors = new HashMap<>(); // by channel
  private final List<Long> nanos = new ArrayList<>();
  private long retries;

  /**
   * Adds an edit, unless it is present.
   *
   * @param id of the event
   * @param attempt which one has succeeded, from 1
   * @param endToEnd since it was appended
   */
  synchronized void apply(String id, Edit edit, int attempt, Duration endToEnd) {
    if (applied.add(id)) {
      editors
          .computeIfAbsent(edit.channel(), _ -> new HashMap<>())
          .merge(edit.user(), 1, Integer::sum);
      nanos.add(endToEnd.toNanos());
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
  synchronized DemoLatencies latencies() {
    return new DemoLatencies(nanos.stream().mapToLong(Long::longValue).toArray());
  }

  /** The channels, busiest first. */
  synchronized List<ChannelEdits> channels() {
    return editors.entrySet().stream()
        .map(entry -> new ChannelEdits(entry.getKey(), sum(entry.getValue())))
        .sorted(ChannelEdits.BUSIEST_FIRST)
        .toList();
  }

  private static int sum(Map<String, Integer> edits) {
    return edits.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The busiest editor of each channel, busiest first. */
  synchronized List<BusiestEditor> busiest() {
    return editors.entrySet().stream()
        .map(entry -> busiest(entry.getKey(), entry.getValue()))
        .sorted(BusiestEditor.BUSIEST_FIRST)
        .toList();
  }

  private static BusiestEditor busiest(String channel, Map<String, Integer> edits) {
    return edits.entrySet().stream()
        .map(each -> new BusiestEditor(channel, each.getKey(), each.getValue()))
        .min(BusiestEditor.BUSIEST_FIRST)
        .orElseThrow();
  }
}
