package io.messina.aggregate.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which snapshots of a shard count, as the shard's fenced state says:
 *
 * <pre>
 *   v1 POSITION MANIFEST POSITION MANIFEST
 * </pre>
 *
 * <p>The newest comes first, and there are at most two. A position is packed and decimal; a
 * manifest is an object in the folder of the shard. No snapshot at all is an empty text.
 */
record SnapshotNote(List<Entry> entries) {

  /** The one that is restored, and the one that is restored if that is not sound. */
  static final int KEPT = 2;

  private static final String VERSION = "v1";
  private static final Pattern ANY_VERSION = Pattern.compile("v[0-9]+");
  private static final Pattern MANIFEST = Pattern.compile("[A-Za-z0-9.-]{1,100}");

  SnapshotNote {
    entries = List.copyOf(entries);
  }

  /** One snapshot. */
  record Entry(long next, String manifest) {}

  static SnapshotNote parse(String note) {
    if (note.isEmpty()) {
      return new SnapshotNote(List.of());
    }
    String[] words = note.split(" ", -1);
    if (!words[0].equals(VERSION)) {
      throw new SnapshotException(
          ANY_VERSION.matcher(words[0]).matches()
              ? "the snapshots were written by a newer version of Messina: " + note
              : unreadable(note),
          null);
    }
    if (words.length % 2 == 0 || words.length > 1 + 2 * KEPT) {
      throw new SnapshotException(unreadable(note), null);
    }
    List<Entry> entries = new ArrayList<>();
    for (int at = 1; at < words.length; at += 2) {
      entries.add(entry(words[at], words[at + 1], note));
    }
    return new SnapshotNote(entries);
  }

  private static Entry entry(String position, String manifest, String note) {
    if (!MANIFEST.matcher(manifest).matches()) {
      throw new SnapshotException(unreadable(note), null);
    }
    try {
      return new Entry(Long.parseLong(position), manifest);
    } catch (NumberFormatException e) {
      throw new SnapshotException(unreadable(note), e);
    }
  }

  private static String unreadable(String note) {
    return "the note of the shard does not name snapshots: " + note;
  }

  List<String> manifests() {
    return entries.stream().map(Entry::manifest).toList();
  }

  String text() {
    return entries.isEmpty()
        ? ""
        : entries.stream()
            .map(entry -> entry.next() + " " + entry.manifest())
            .collect(Collectors.joining(" ", VERSION + " ", ""));
  }
}
