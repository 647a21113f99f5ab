package io.messina.api;

/** The progress of a group with an event. */
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
