package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;

/**
 * What an aggregate has done, on the shards that the node owns.
 *
 * @param added events that are in at least one window
 * @param late events whose windows were all dropped before they came
 * @param ahead events whose time is ahead of their append time by more than max_ahead
 * @param skipped events without a value, or with one of another type, or that a condition excludes
 * @param snapshots how the state is kept elsewhere
 * @param recovery what was lost and mended
 */
public record AggregateTotals(
    @Field("events that are in at least one window") long added,
    @Field("events whose windows were dropped before they came") long late,
    @Field("events whose time is ahead of their append time by more than max_ahead") long ahead,
    @Field("events without a value, or that a condition excludes") long skipped,
    @JsonUnwrapped Snapshots snapshots,
    @JsonUnwrapped Recovery recovery) {

  /** Nothing yet. */
  public static final AggregateTotals NONE =
      new AggregateTotals(0, 0, 0, 0, new Snapshots(0, 0, 0), new Recovery(0, 0, 0, 0));

  /**
   * Snapshots, since the node has the shards.
   *
   * @param snapshots that count
   * @param snapshotFailures that could not be taken
   * @param uploadedBytes of their files
   */
  public record Snapshots(
      @Field("snapshots that were published since this node has the shards") long snapshots,
      @Field("snapshots that failed, and are tried again") long snapshotFailures,
      @Field("bytes that were copied for them") long uploadedBytes) {}

  /**
   * What was lost and mended, since the node began.
   *
   * @param windowsDropped windows that were kept long enough
   * @param gaps stretches of the stream that expired before they were read
   * @param quarantined states that could not be read and were moved aside
   * @param restored states that came from a snapshot
   */
  public record Recovery(
      @Field("windows that were kept long enough and are dropped") long windowsDropped,
      @Field("stretches of the stream that expired before they were read") long gaps,
      @Field("states that could not be read and were moved aside") long quarantined,
      @Field("states that were restored from a snapshot") long restored) {}
}
