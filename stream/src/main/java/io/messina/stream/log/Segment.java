package io.messina.stream.log;

/**
 * A stretch of a lane that is one partition of a log table. It ends where the next one of the lane
 * begins.
 *
 * @param number from 0, without gaps
 * @param firstSequence of its first event
 * @param firstAppendMicros when that was appended, in microseconds since 1970
 * @param salt part of the partition's key, so that a shard can choose where its log is stored
 * @param retention selects its table; a stream's retention may change from one segment to the next
 */
record Segment(
    int number, long firstSequence, long firstAppendMicros, int salt, RetentionClass retention) {

  Segment salted(int otherSalt) {
    return new Segment(number, firstSequence, firstAppendMicros, otherSalt, retention);
  }
}
