package io.messina.stream.lane;

import io.messina.store.Store;
import java.util.concurrent.Executor;

/**
 * What a writer needs from its process.
 *
 * @param store of the lanes; its tables exist
 * @param timestamps for its plain writes
 * @param acknowledgements whether it may acknowledge
 * @param pause between attempts
 * @param threads runs each task on a virtual thread of its own; one at most per lane
 */
public record LaneSurroundings(
    Store store,
    WriteTimestamps timestamps,
    Acknowledgements acknowledgements,
    Pause pause,
    Executor threads) {}
