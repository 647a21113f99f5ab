package io.messina.stream.owner;

import io.messina.api.Start;

/** A command to a group on a shard. All are answered once durable; repeating is harmless. */
public sealed interface GroupAction {

  /** Hand out nothing new; leases continue. */
  record Pause() implements GroupAction {}

  /** Hand out again. */
  record Resume() implements GroupAction {}

  /**
   * Continue at another position, in a new run: receipts of earlier runs are stale, unfinished
   * events are forgotten, and followers continue there as well.
   *
   * @param to the new position
   */
  record Seek(Start to) implements GroupAction {}

  /** Skip everything up to the newest event, in a new run. */
  record Purge() implements GroupAction {}
}
