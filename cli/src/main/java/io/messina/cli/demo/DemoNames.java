package io.messina.cli.demo;

/** What the demo calls its streams and its group. */
final class DemoNames {

  /** The stream of edits. */
  static final String EDITS = "edits";

  /** The group that processes them, what makes profiles of them, and the stream that gets these. */
  static final String PROFILES = "profiles";

  /** The stream that Python workers answer to, an event for each edit that they have processed. */
  static final String PROCESSED = "processed-edits";

  /** The list feature of each editor's pages, and what feeds it. */
  static final String RECENT_PAGES = "recent_pages";

  /** The aggregate of the editors of each channel and hour. */
  static final String HOURLY_EDITORS = "hourly_editors";

  private DemoNames() {}
}
