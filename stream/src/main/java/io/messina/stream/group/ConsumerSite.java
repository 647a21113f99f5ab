package io.messina.stream.group;

import io.messina.runtime.Context;
import io.messina.stream.owner.OwnShards;

/**
 * The surroundings of consumers.
 *
 * @param own the shards of this process, the only ones that they consume
 * @param outputs appends what handlers return
 * @param context time, store and threads of the process
 */
public record ConsumerSite(OwnShards own, OutputAppender outputs, Context context) {}
