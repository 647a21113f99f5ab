package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.follow.FollowTrouble;
import java.util.List;
import java.util.function.Consumer;

/**
 * The fields that the senders of all shards share.
 *
 * @param context of the process
 * @param job to run
 * @param target appends to the stream of members; after an exception this is repeated
 * @param markKeys a key of each shard of that stream, of which there are as many as send
 * @param trouble is told of shards that make no progress, and of events that cannot be read
 */
record SenderSite(
    Context context,
    RekeyJob job,
    Consumer<List<Event>> target,
    List<Bytes> markKeys,
    FollowTrouble trouble) {}
