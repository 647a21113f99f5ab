package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.group.ShardFollower;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.OwnGroup;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Sends the members of all shards of a stream that this process owns to where they are counted.
 * Every process of a cluster must run it. Safe for use by many threads.
 */
public final class MemberSender implements AutoCloseable {

  private final Map<Integer, ShardSender> senders = new ConcurrentHashMap<>();
  private final AtomicLong sent = new AtomicLong();
  private final SenderSite site;
  private final Consumer consumer;

  private MemberSender(Context context, Group source, RekeyJob job, Stream target) {
    this.site =
        new SenderSite(
            context,
            job,
            events -> {
              var _ = target.append(events);
              sent.addAndGet(events.size());
            },
            MarkKeys.of(target.definition().keyPlacement()),
            new EventGuard("members of " + job.id()));
    this.consumer = source.follow(new Senders());
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
    senders.forEach((number, sender) -> sender.status().ifPresent(it -> found.put(number, it)));
    return found;
  }

  private final class Senders implements ShardFollower.Factory {

    @Override
    public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
      ShardSender sender = new ShardSender(site, shard, group);
      senders.put(shard.number(), sender);
      return sender;
    }

    @Override
    public ConsumerCounts counts() {
      return new ConsumerCounts(sent.get(), 0, 0);
    }
  }

  /** Ends what runs here; what was read and not sent is read again. */
  @Override
  public void close() {
    consumer.close();
  }
}
