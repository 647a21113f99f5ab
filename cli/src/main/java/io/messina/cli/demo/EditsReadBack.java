package io.messina.cli.demo;

import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scans all channels, compares each edit with the one that was acknowledged, and counts by channel
 * and by editor what was read.
 */
final class EditsReadBack {

  private final Store store;
  private final List<ChannelEdits> channels = new ArrayList<>();
  private final Map<String, EditorTally> editors = new HashMap<>();

  EditsReadBack(Store store) {
    this.store = store;
  }

  /** Reads the channels of these edits, given oldest first. */
  void read(List<Edit> acknowledged, Progress.Step step) {
    acknowledged.stream()
        .collect(Collectors.groupingBy(Edit::channel))
        .forEach((channel, edits) -> channels.add(readChannel(channel, edits, step)));
  }

  int count() {
    return channels.stream().mapToInt(ChannelEdits::edits).sum();
  }

  /** The channels, busiest first. */
  List<ChannelEdits> channels() {
    return channels.stream().sorted(ChannelEdits.BUSIEST_FIRST).toList();
  }

  /** The editors' profiles, busiest first. */
  List<EditorProfile> profiles() {
    return editors.values().stream()
        .map(EditorTally::profile)
        .sorted(
            Comparator.comparingInt(EditorProfile::edits)
                .reversed()
                .thenComparing(EditorProfile::user))
        .toList();
  }

  private ChannelEdits readChannel(String channel, List<Edit> expected, Progress.Step step) {
    Iterator<Row> rows = store.scan(Scan.of(EditTable.partition(channel)));
    int count = 0;
    for (; rows.hasNext(); count++) {
      Edit edit = EditTable.edit(rows.next());
      if (count == expected.size() || !edit.equals(expected.get(count))) {
        throw new IllegalStateException(
            channel + ": the store returned an edit that is not the one acknowledged: " + edit);
      }
      editors.computeIfAbsent(edit.user(), EditorTally::new).add(edit);
      step.advance();
    }
    if (count < expected.size()) {
      throw new IllegalStateException(
          channel + ": " + expected.size() + " edits were acknowledged and " + count + " read");
    }
    return new ChannelEdits(channel, count);
  }
}
