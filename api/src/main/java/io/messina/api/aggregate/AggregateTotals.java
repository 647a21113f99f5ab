package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;

/** Totals of an aggregate on the shards of a node. */
public record AggregateTotals(
    @Field("events in at least one window") long added,
    @Field("events whose windows were dropped before they arrived") long late,
    @Field("events whose time is ahead of their append time by more than max_ahead") long ahead,
    @Field("events with no value or a value of the wrong type, or excluded by a condition")
        long skipped,
    @JsonUnwrapped Snapshots snapshots,
    @JsonUnwrapped Recovery recovery) {

  /** Nothing yet. */
  public static final AggregateTotals NONE =
      new AggregateTotals(0, 0, 0, 0, new Snapshots(0, 0, 0), new Recovery(0, 0, 0, 0));

  /** Snapshots, since the node has the shards. */
  public record Snapshots(
      @Field("snapshots published since the present owners have the shards") long snapshots,
      @Field("snapshots that failed and are tried again") long snapshotFailures,
      @Field("bytes copied for snapshots") long uploadedBytes) {}

  /** Losses and repairs since the node began. */
  public record Recovery(
      @Field("windows dropped at the end of their retention") long windowsDropped,
      @Field("parts of the stream that expired before they were read") long gaps,
      @Field("unreadable states that were moved aside") long quarantined,
      @Field("states restored from a snapshot") long restored) {}
}
