package io.messina.client;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A group of consumers. Methods wait for the answer and throw a {@link MessinaException} where it
 * is not good; an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted.
 * Safe for use by many threads.
 */
public final class GroupClient {

  private final AsyncGroupClient async;

  GroupClient(AsyncGroupClient async) {
    this.async = async;
  }

  /**
   * The same without waiting.
   *
   * @return what answers by futures
   */
  public AsyncGroupClient async() {
    return async;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public GroupName name() {
    return async.name();
  }

  /**
   * Whose events it consumes.
   *
   * @return the stream's name
   */
  public StreamName stream() {
    return async.stream();
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param options what it shall be like
   * @return as it is now
   */
  public GroupDefinition create(GroupOptions options) {
    return Blocking.await(async.create(options));
  }

  /**
   * What it is like, and how far it is.
   *
   * @return its definition and progress
   * @throws MessinaException.NotFound where it is not there
   */
  public GroupStatus get() {
    return Blocking.await(async.get());
  }

  /**
   * Deletes it. Tried again only where nothing was done, so that a group that was created anew
   * meanwhile stays.
   *
   * @throws MessinaException.NotFound where it is not there
   */
  public void delete() {
    var unused = Blocking.await(async.delete());
  }

  /**
   * Claims events. Tried again only where nothing was done: events whose hand-out is unknown come
   * again when their lease is over.
   *
   * @param options how many, for how long
   * @return empty where there were none in time
   */
  public List<ClaimedEvent> claim(ClaimOptions options) {
    return Blocking.await(async.claim(options));
  }

  /**
   * Says that events are done.
   *
   * @param receipts at least one
   * @return a result for each, in their order
   */
  public List<ReceiptResult> ack(Collection<Receipt> receipts) {
    return Blocking.await(async.ack(receipts));
  }

  /**
   * Says that events are done, and appends what came of them, once for each however often this is
   * repeated.
   *
   * @param acks at least one
   * @return a result for each, in their order
   */
  public List<ReceiptResult> ackWithOutputs(List<Ack> acks) {
    return Blocking.await(async.ackWithOutputs(acks));
  }

  /**
   * Returns events that could not be processed.
   *
   * @param receipts at least one
   * @param nack how
   * @return a result for each, in their order; stale may be the answer to a retry of what was done
   */
  public List<ReceiptResult> nack(Collection<Receipt> receipts, Nack nack) {
    return Blocking.await(async.nack(receipts, nack));
  }

  /**
   * Keeps events for longer.
   *
   * @param receipts at least one
   * @param lease from now on; where absent, the group's lease
   * @return a result for each, in their order
   */
  public List<ReceiptResult> extend(Collection<Receipt> receipts, Optional<Duration> lease) {
    return Blocking.await(async.extend(receipts, lease));
  }

  /**
   * Gives events back that were not begun; it does not count as an attempt.
   *
   * @param receipts at least one
   * @return a result for each, in their order; stale may be the answer to a retry of what was done
   */
  public List<ReceiptResult> release(Collection<Receipt> receipts) {
    return Blocking.await(async.release(receipts));
  }

  /**
   * What is next in a shard, for a group that follows.
   *
   * @param shard its number
   * @param max how many events at most
   * @param wait how long to wait while there are none
   * @return events behind what was committed, and the position to commit
   */
  public FollowedEvents follow(int shard, int max, Duration wait) {
    return Blocking.await(async.follow(shard, max, wait));
  }

  /**
   * Says that events are done. Where the group was sought elsewhere since they were read, that
   * stands, and nothing changes.
   *
   * @param shard its number
   * @param done as {@link #follow} gave them
   */
  public void commit(int shard, FollowedEvents done) {
    var unused = Blocking.await(async.commit(shard, done));
  }

  /**
   * Says up to where a shard is done, wherever the group was sought meanwhile.
   *
   * @param shard its number
   * @param position as {@link #follow} gave it
   */
  public void commit(int shard, Position position) {
    var unused = Blocking.await(async.commit(shard, position));
  }

  /**
   * Sends the group elsewhere; receipts that are out become stale.
   *
   * @param to where it goes on
   */
  public void seek(Start to) {
    var unused = Blocking.await(async.seek(to));
  }

  /** Hands nothing out until it is resumed. */
  public void pause() {
    var unused = Blocking.await(async.pause());
  }

  /** Hands events out again. */
  public void resume() {
    var unused = Blocking.await(async.resume());
  }

  /** Passes over all events there are; receipts that are out become stale. */
  public void purge() {
    var unused = Blocking.await(async.purge());
  }

  /**
   * A page of dead letters.
   *
   * @param limit how many at most, from 1 to 10,000
   * @param after as {@link DeadLetters#next} gave it; empty for the first page
   * @return the page
   */
  public DeadLetters deadLetters(int limit, Optional<EventId> after) {
    return Blocking.await(async.deadLetters(limit, after));
  }

  /**
   * Hands dead letters out again. The answer comes once the last one is: it is waited for up to 10
   * minutes beyond the client's time-out, with a rate up to a day.
   *
   * @param redrive which, and how fast
   * @return how many
   */
  public int redrive(Redrive redrive) {
    return Blocking.await(async.redrive(redrive));
  }

  /**
   * Deletes dead letters.
   *
   * @param ids of their events, at least one
   * @return how many were there
   */
  public int deleteDeadLetters(Collection<EventId> ids) {
    return Blocking.await(async.deleteDeadLetters(ids));
  }

  /**
   * Deletes all dead letters.
   *
   * @return how many were there
   */
  public int deleteAllDeadLetters() {
    return Blocking.await(async.deleteAllDeadLetters());
  }
}
