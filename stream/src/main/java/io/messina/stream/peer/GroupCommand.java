package io.messina.stream.peer;

import io.messina.api.Start;

/** What can be done to a group on a shard. All are answered once durable; repeating is harmless. */
public sealed interface GroupCommand {

  /** Begin at the group's start, if it has not begun. */
  record Begin() implements GroupCommand {}

  /** Hand out nothing new; what is out stays out. */
  record Pause() implements GroupCommand {}

  /** Hand out again. */
  record Resume() implements GroupCommand {}

  /**
   * Go on elsewhere, in a new run: receipts of former runs are stale, unfinished events are
   * forgotten, and what is followed goes on there as well.
   *
   * @param to where
   */
  record Seek(Start to) implements GroupCommand {}

  /** Forget everything up to the newest event, in a new run. */
  record Purge() implements GroupCommand {}
}
