package io.messina.stream.group;

import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimPace;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.FollowHandler;
import io.messina.stream.FollowOptions;
import io.messina.stream.LeasedHandler;
import io.messina.stream.OutputHandler;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.follow.HandlerTask;
import io.messina.stream.follow.ShardFollower;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The consumers of a node, which all end before the node does. Safe for use by many threads. */
public final class OpenConsumers implements AutoCloseable {

  private final ConsumerSite site;
  private final Set<Consumer> open = new LinkedHashSet<>(); // under this
  private boolean closed; // under this

  public OpenConsumers(ConsumerSite site) {
    this.site = site;
  }

  /**
   * Begins to claim events of a group, on the shards that this process owns.
   *
   * @param group the group
   * @param handler called for each event
   * @param options how
   * @return to be closed; otherwise it ends with the node
   * @throws RequestException.Unavailable if the node is being closed
   */
  public Consumer claim(CatalogGroup group, OutputHandler handler, ConsumerOptions options) {
    return claim(group, (event, _) -> handler.handle(event), options, ClaimPace.FREE);
  }

  /**
   * Begins to claim events of a group, on the shards that this process owns.
   *
   * @param group the group
   * @param handler called for each event, with its lease
   * @param options how
   * @param pace asked before each claim
   * @return to be closed; otherwise it ends with the node
   * @throws RequestException.Unavailable if the node is being closed
   */
  public Consumer claimLeased(
      CatalogGroup group, LeasedHandler handler, ConsumerOptions options, ClaimPace pace) {
    return claim(
        group,
        (event, lease) -> {
          handler.handle(event, lease);
          return List.of();
        },
        options,
        pace);
  }

  private Consumer claim(
      CatalogGroup group, ClaimConsumer.Handling handler, ConsumerOptions options, ClaimPace pace) {
    ClaimConsumer consumer = new ClaimConsumer(this, group, handler, options, pace);
    add(consumer);
    consumer.start();
    return consumer;
  }

  /**
   * Begins to follow, for a group, the shards that this process owns.
   *
   * @param group the group
   * @param handler called for the events
   * @param options how
   * @return to be closed; otherwise it ends with the node
   * @throws RequestException.Unavailable if the node is being closed
   */
  public Consumer follow(CatalogGroup group, FollowHandler handler, FollowOptions options) {
    return follow(
        group, HandlerTask.factory(site.context(), group.id().toString(), handler, options));
  }

  /**
   * Begins to follow, for a group, the shards that this process owns, by followers that read and
   * commit by themselves.
   *
   * @param group the group
   * @param factory makes a follower for each shard
   * @return to be closed; otherwise it ends with the node
   * @throws RequestException.Unavailable if the node is being closed
   */
  public Consumer follow(CatalogGroup group, ShardFollower.Factory factory) {
    FollowConsumer consumer = new FollowConsumer(this, group, factory);
    add(consumer);
    consumer.start();
    return consumer;
  }

  /** Closes all of them at the same time, and accepts no more. Waits for their handlers. */
  @Override
  public void close() {
    end().stream()
        .map(consumer -> CompletableFuture.runAsync(consumer::close, site.context()::start))
        .toList()
        .forEach(Futures::join);
  }

  ConsumerSite site() {
    return site;
  }

  private synchronized void add(Consumer consumer) {
    if (closed) {
      throw new RequestException.Unavailable("node: closed (expected: running)");
    }
    open.add(consumer);
  }

  synchronized void forget(Consumer consumer) {
    open.remove(consumer);
  }

  private synchronized List<Consumer> end() {
    closed = true;
    return List.copyOf(open);
  }
}
