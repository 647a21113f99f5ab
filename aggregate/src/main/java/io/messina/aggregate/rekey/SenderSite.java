package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.follow.FollowTrouble;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the senders of all shards share.
 *
 * @param context of the process
 * @param job what to do
 * @param target appends to the stream of members; what it throws says that this is to be repeated
 * @param markKeys a key of each shard of that stream, of which there are as many as send
 * @param trouble is told of shards that stand still, and of events that cannot be read
 */
record SenderSite(
    Context context,
    RekeyJob job,
    Consumer<List<Event>> target,
    List<Bytes> markKeys,
    FollowTrouble trouble) {}
