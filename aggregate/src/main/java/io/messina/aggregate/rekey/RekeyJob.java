package io.messina.aggregate.rekey;

import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields that are sent to the shard where they are counted, the same in each process.
 *
 * @param id of the aggregate and its version, by which its numbered batches are named; up to 200
 *     characters
 * @param group of an event, up to 1,024 bytes; null if it has none
 * @param member of an event, or a hash of it, up to 16 KiB; null if it has none
 * @param skipped is told of events that have no group or no member
 */
public record RekeyJob(
    String id,
    Function<StoredEvent, @Nullable Bytes> group,
    Function<StoredEvent, @Nullable Bytes> member,
    WindowOptions windows,
    SkippedEvents skipped) {}
