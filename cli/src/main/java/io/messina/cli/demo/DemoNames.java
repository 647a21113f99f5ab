package io.messina.cli.demo;

/** The names of the demo's streams and its group. */
final class DemoNames {

  /** The stream of edits. */
  static final String EDITS = "edits";

  /**
   * The group that processes them, the enrichment that makes profiles of them, and the stream that
   * receives these.
   */
  static final String PROFILES = "profiles";

  /** The stream that Python workers answer to, an event for each edit that they have processed. */
  static final String PROCESSED = "processed-edits";

  /** The list feature of each editor's pages, and the feed that fills it. */
  static final String RECENT_PAGES = "recent_pages";

  /** The aggregate of the editors of each channel and hour. */
  static final String HOURLY_EDITORS = "hourly_editors";

  private DemoNames() {}
}
