package io.messina.server.config;

/** The unit of a line of metrics. */
public enum MetricsPer {
  /** A group, or a stream: the shards of this node together. */
  GROUP,
  /** A shard. */
  SHARD
}
