package io.messina.stream;

/**
 * Counts of a consumer.
 *
 * @param handled events whose handler returned
 * @param failed attempts whose handler threw
 * @param dropped attempts whose outcome the group did not get, for example because the shard was
 *     lost: the event is handed out again elsewhere, or has been already
 */
public record ConsumerCounts(long handled, long failed, long dropped) {}
