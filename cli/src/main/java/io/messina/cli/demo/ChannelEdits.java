package io.messina.cli.demo;

import java.util.Comparator;

/**
 * The edits of a channel.
 *
 * @param channel its name
 * @param edits how many edits it had
 */
record ChannelEdits(String channel, int edits) {

  static final Comparator<ChannelEdits> BUSIEST_FIRST =
      Comparator.comparingInt(ChannelEdits::edits).reversed().thenComparing(ChannelEdits::channel);
}
