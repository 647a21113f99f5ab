package io.messina.stream.delivery;

import io.messina.store.Bytes;

/**
 * The durable state to be written with the shard's fence.
 *
 * @param version grows with each write of this owner
 * @param state the bytes, at most 64 KiB
 */
public record StateWrite(long version, Bytes state) {}
