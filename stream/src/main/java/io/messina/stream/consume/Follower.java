package io.messina.stream.consume;

import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.EventPage;
import io.messina.stream.peer.NotOwnerException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows one shard, on one thread, until it is stopped. */
final class Follower {

  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final FollowConsumer consumer;
  private final ShardId shard;
  private final Signal signal = new Signal();
  private Optional<Commit> committed = Optional.empty();
  private volatile boolean stopped;

  Follower(FollowConsumer consumer, ShardId shard) {
    this.consumer = consumer;
    this.shard = shard;
  }

  ShardId shard() {
    return shard;
  }

  /** Starts nothing more; a read may still be running for a while. */
  void stop() {
    stopped = true;
    signal.raise();
  }

  void run() {
    try {
      while (!stopped) {
        read().ifPresent(this::follow);
      }
    } finally {
      consumer.ended(this);
    }
  }

  /** Always from the committed position, which a seek may have moved. */
  private Optional<EventPage> read() {
    try {
      return Optional.of(
          consumer
              .service()
              .read(
                  shard,
                  Optional.of(consumer.group().id()),
                  Optional.empty(),
                  consumer.options().max(),
                  WAIT));
    } catch (NotOwnerException | StreamException e) {
      pause(PAUSE);
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be followed", shard, e);
      pause(PAUSE);
    }
    return Optional.empty();
  }

  private void follow(EventPage followed) {
    int failures = 0;
    while (!attempt(followed) && !stopped) {
      failures++;
      pause(consumer.options().backoffAfter(failures));
    }
  }

  /** Returns whether the events are done. */
  private boolean attempt(EventPage followed) {
    if (!consumer.enter(this)) {
      return false;
    }
    try {
      if (!followed.events().isEmpty()) {
        consumer.handle(followed.events());
      }
      commit(followed);
      return true;
    } catch (Throwable e) {
      LOG.warn("{}: events up to {} will be handled again", shard, followed.next(), e);
      return false;
    } finally {
      consumer.exit();
    }
  }

  private void commit(EventPage followed) {
    Commit done = followed.done();
    if (followed.events().isEmpty() && committed.equals(Optional.of(done))) {
      return;
    }
    try {
      consumer.service().commitLater(shard, consumer.group().id(), done);
      committed = Optional.of(done);
    } catch (NotOwnerException | StreamException e) {
      consumer.dropped(followed.events().size());
      pause(PAUSE);
    }
  }

  private void pause(Duration pause) {
    long seen = signal.seen();
    if (!stopped) {
      signal.await(seen, pause, consumer.time());
    }
  }
}
