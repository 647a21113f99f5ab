package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.ShardTaskLoop;
import io.messina.stream.node.Group;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends the members of all shards of a stream that this process owns to where they are counted.
 * Every process of a cluster must run it. Safe for use by many threads.
 */
public final class MemberSender implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1), 0.2);

  private final Map<ShardId, ShardSender> senders = new ConcurrentHashMap<>();
  private final AtomicLong sent = new AtomicLong();
  private final Group source;
  private final FollowTrouble trouble;
  private final Consumer consumer;

  private MemberSender(Context context, Group source, RekeyJob job, Stream target) {
    this.source = source;
    this.trouble = new FollowTrouble("members of " + job.id());
    SenderSite site =
        new SenderSite(
            context,
            job,
            events -> append(target, events),
            MarkKeys.of(target.definition().keyPlacement()),
            trouble.guard());
    this.consumer =
        source.follow(
            ShardTaskLoop.factory(
                new ShardTaskLoop.Shared(
                    context,
                    (shard, group) -> begin(site, shard, group.get()),
                    trouble,
                    WAIT,
                    BACKOFF),
                () -> new ConsumerCounts(sent.get(), 0, 0)));
  }

  private ShardSender begin(SenderSite site, ShardId shard, OwnGroup own) {
    ShardSender sender = new ShardSender(site, shard, own);
    senders.put(shard, sender);
    return sender;
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
   * How it goes at a shard of the stream.
   *
   * @param ahead events whose time was too far ahead of their append time, since the first one
   * @param skipped events that had no group or no member, likewise
   * @param gaps stretches that were dropped before they could be sent, likewise
   * @param lag events that were not sent yet
   * @param trouble why nothing is sent, in a sentence, or which event could not be read; empty if
   *     neither
   */
  public record Status(long ahead, long skipped, long gaps, long lag, Optional<String> trouble) {}

  /**
   * Begins, or goes on where it was.
   *
   * @param context what it works with; its store outlives it
   * @param source the group of the stream whose members are sent, which keeps how far it has come;
   *     its streams are not closed before this
   * @param job what to do
   * @param target the stream of members, with as many shards as that of the group
   * @return to be closed; otherwise it ends with the streams
   */
  public static MemberSender start(Context context, Group source, RekeyJob job, Stream target) {
    return new MemberSender(context, source, job, target);
  }

  /** Returns what is going on at the shards that this process owns, as of a moment ago. */
  public Map<Integer, Status> status() {
    Map<Integer, Status> found = new TreeMap<>();
    source
        .owned()
        .forEach(
            shard ->
                Optional.ofNullable(senders.get(shard))
                    .ifPresent(sender -> found.put(shard.number(), status(shard, sender))));
    return found;
  }

  private Status status(ShardId shard, ShardSender sender) {
    SendNote now = sender.note();
    return new Status(
        now.ahead(),
        now.skipped(),
        now.gaps(),
        sender.lag(),
        trouble.failure(shard).or(trouble.guard()::trouble));
  }

  /** Ends what runs here; what was read and not sent is read again. */
  @Override
  public void close() {
    consumer.close();
  }
}
