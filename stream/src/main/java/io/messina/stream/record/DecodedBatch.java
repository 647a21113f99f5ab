package io.messina.stream.record;

/** What stands in a row of a log: events, or what forbids to read them. */
public sealed interface DecodedBatch permits RecordBatch, DamagedBatch, NewerBatch {}
