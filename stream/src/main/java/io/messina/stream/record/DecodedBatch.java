package io.messina.stream.record;

/** The value of a row of a log: events, or why they cannot be read. */
public sealed interface DecodedBatch permits RecordBatch, DamagedBatch, NewerBatch {}
