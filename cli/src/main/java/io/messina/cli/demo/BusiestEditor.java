package io.messina.cli.demo;

import java.util.Comparator;

/**
 * The editor with the most edits of a channel.
 *
 * @param channel its name, as in {@code #en.wikipedia}
 * @param user the editor's name or address
 * @param edits how many edits
 */
record BusiestEditor(String channel, String user, int edits) {

  /** Of two with as many edits, the one whose name is first. */
  static final Comparator<BusiestEditor> BUSIEST_FIRST =
      Comparator.comparingInt(BusiestEditor::edits).reversed().thenComparing(BusiestEditor::user);

  /** The wiki of the channel, as in {@code en.wikipedia}. */
  String wiki() {
    return channel.startsWith("#") ? channel.substring(1) : channel;
  }
}
