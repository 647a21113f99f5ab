package io.messina.stream.consume;

import io.messina.runtime.Context;
import io.messina.runtime.Site;

/**
 * Where consumers work.
 *
 * @param own the shards of this process, which are all that they consume
 * @param outputs appends what handlers return
 * @param context what the process works with
 */
public record ConsumerSite(OwnShards own, OutputAppender outputs, Context context)
    implements Site {}
