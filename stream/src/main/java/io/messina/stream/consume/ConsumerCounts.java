package io.messina.stream.consume;

/**
 * What a consumer has done.
 *
 * @param handled events whose handler returned
 * @param failed attempts whose handler threw
 * @param dropped attempts whose outcome could not be told, as where the shard was lost meanwhile:
 *     the event comes again elsewhere, or has been handed out again already
 */
public record ConsumerCounts(long handled, long failed, long dropped) {}
