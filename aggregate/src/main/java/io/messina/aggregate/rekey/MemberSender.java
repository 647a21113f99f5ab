package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.Event;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.FollowedShards;
import io.messina.stream.follow.ShardAnswers;
import io.messina.stream.node.Group;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Sends the members of all shards of a stream that this process owns to where they are counted.
 * Every process of a cluster must run it. Safe for use by many threads.
 */
public final class MemberSender implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1), 0.2);

  private final AtomicLong sent = new AtomicLong();
  private final int shardCount;
  private final FollowedShards<ShardSender> shards;
  private final Consumer consumer;

  private MemberSender(Context context, Group source, RekeyJob job, Stream target) {
    this.shardCount = target.definition().options().shards();
    FollowTrouble trouble = new FollowTrouble("members of " + job.id());
    SenderSite site =
        new SenderSite(
            context,
            job,
            events -> append(target, events),
            MarkKeys.of(target.definition().keyPlacement()),
            trouble);
    this.shards =
        new FollowedShards<>(
            new FollowedShards.Shared(context, trouble, WAIT, BACKOFF),
            shard -> new ShardSender(site, shard),
            () -> new ConsumerCounts(sent.get(), 0, 0));
    this.consumer = source.follow(shards);
  }

  private void append(Stream target, List<Event> events) {
    try {
      var _ = target.append(events);
      sent.addAndGet(events.size());
    } catch (PartlyStoredException e) {
      throw new RequestException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The status of a shard of the stream.
   *
   * @param ahead events whose time was too far ahead of their append time, since the first one
   * @param skipped events that had no group or no member, since the first one
   * @param gaps stretches that were dropped before they could be sent, since the first one
   * @param lag events that were not sent yet
   * @param trouble why nothing is sent, in a sentence, or which event could not be read; empty if
   *     neither
   */
  public record Status(long ahead, long skipped, long gaps, long lag, Optional<String> trouble) {}

  /**
   * Begins, or continues at its position.
   *
   * @param context of the process; its store outlives it
   * @param source the group of the stream whose members are sent, which keeps how far it has come;
   *     its streams are not closed before this
   * @param job to run
   * @param target the stream of members, with as many shards as that of the group
   * @return to be closed; otherwise it ends with the streams
   */
  public static MemberSender start(Context context, Group source, RekeyJob job, Stream target) {
    return new MemberSender(context, source, job, target);
  }

  /** Returns the status of the shards that this process owns, as of a moment ago. */
  public ShardAnswers<Status> status() {
    return shards.ask(IntStream.range(0, shardCount), ShardSender::status);
  }

  /** Ends it here; events that were read and not sent are read again. */
  @Override
  public void close() {
    consumer.close();
  }
}
