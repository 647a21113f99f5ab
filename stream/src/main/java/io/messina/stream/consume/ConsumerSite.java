package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * Where consumers work.
 *
 * @param own the shards of this process, which are all that they consume
 * @param outputs appends what handlers return
 * @param time the process's time
 * @param random for jitter; safe for use by many threads
 * @param threads makes virtual threads
 */
public record ConsumerSite(
    OwnShards own,
    OutputAppender outputs,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads) {

  void start(Runnable task) {
    threads.newThread(task).start();
  }
}
