package io.messina.api;

/** How far a group is with an event. */
public enum EventState {
  /** Not handed out yet, or waiting for its next attempt. */
  RECEIVED,
  /** A worker has it. */
  PROCESSING,
  /** It was acknowledged. */
  COMPLETED,
  /** It is a dead letter. */
  FAILED,
  /** The stream's retention ended before it was done. */
  EXPIRED
}
