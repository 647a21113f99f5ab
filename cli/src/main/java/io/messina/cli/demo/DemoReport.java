package io.messina.cli.demo;

import java.util.List;

/**
 * The results, as {@code --json} writes them.
 *
 * @param events how many events the day has
 * @param acknowledged how many of them the store acknowledged
 * @param read how many were read back, each as it was acknowledged
 * @param seconds from the first write to the last check
 * @param profiles the editors
 * @param channels all channels, busiest first
 */
record DemoReport(
    int events,
    int acknowledged,
    int read,
    double seconds,
    Profiles profiles,
    List<ChannelEdits> channels) {

  /**
   * The editors.
   *
   * @param users how many there are
   * @param sample the profiles of the busiest ones, busiest first
   */
  record Profiles(int users, List<EditorProfile> sample) {}
}
