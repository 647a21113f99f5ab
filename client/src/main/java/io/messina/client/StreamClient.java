package io.messina.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A stream. Methods wait for the answer and throw a {@link MessinaException} where it is not good;
 * an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use
 * by many threads.
 */
public final class StreamClient {

  private final AsyncStreamClient async;

  StreamClient(AsyncStreamClient async) {
    this.async = async;
  }

  /**
   * The same without waiting.
   *
   * @return what answers by futures
   */
  public AsyncStreamClient async() {
    return async;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public StreamName name() {
    return async.name();
  }

  /**
   * A group of the stream, there or not.
   *
   * @param group what it is called
   * @return asks nothing of the server
   */
  public GroupClient group(GroupName group) {
    return new GroupClient(async.group(group));
  }

  /**
   * A group of the stream, there or not.
   *
   * @param group what it is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is no name
   */
  public GroupClient group(String group) {
    return new GroupClient(async.group(group));
  }

  /**
   * All groups of the stream.
   *
   * @return by name
   */
  public List<GroupDefinition> groups() {
    return Blocking.await(async.groups());
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param options what it shall be like
   * @return as it is now; {@link MessinaException.Refused} where it has another number of shards
   */
  public StreamDefinition create(StreamOptions options) {
    return Blocking.await(async.create(options));
  }

  /**
   * What it is like.
   *
   * @return its definition
   * @throws MessinaException.NotFound where it is not there
   */
  public StreamDefinition get() {
    return Blocking.await(async.get());
  }

  /**
   * Deletes it with all events and groups. Tried again only where nothing was done, so that a
   * stream that was created anew meanwhile stays.
   *
   * @throws MessinaException.NotFound where it is not there
   */
  public void delete() {
    var unused = Blocking.await(async.delete());
  }

  /**
   * Appends an event.
   *
   * @param event what to append
   * @return what became of it, once it is durable
   */
  public Appended append(NewEvent event) {
    return Blocking.await(async.append(event));
  }

  /**
   * Appends events, all or none of them unless {@link Problem#stored} tells otherwise.
   *
   * @param events at least one, as many as the server takes in one request
   * @return what became of it, once they are durable
   */
  public Appended append(List<NewEvent> events) {
    return Blocking.await(async.append(events));
  }

  /**
   * Appends events, all or none of them unless {@link Problem#stored} tells otherwise.
   *
   * @param events at least one, as many as the server takes in one request
   * @param options how the append is told from its repeat
   * @return what became of it, once they are durable
   * @throws IllegalArgumentException where its number is more than 63 above that of a batch of the
   *     same source that this client has sent to the stream and that is not acknowledged, as {@link
   *     SourceBatch} tells
   */
  public Appended append(List<NewEvent> events, AppendOptions options) {
    return Blocking.await(async.append(events, options));
  }

  /**
   * A numbered batch that failed will not be sent again, so that later ones need not wait for it.
   * One that is being sent, or is not known, changes nothing.
   *
   * @param batch of this stream
   */
  public void giveUp(SourceBatch batch) {
    async.giveUp(batch);
  }

  /**
   * Appends events when they are due.
   *
   * @param events at least one, as many as the server takes in one request
   * @param notBefore when they are due
   * @return what became of it, once it is durable that they will be
   */
  public Delayed delay(List<NewEvent> events, Instant notBefore) {
    return Blocking.await(async.delay(events, notBefore));
  }

  /**
   * Takes a delayed event back.
   *
   * @param id of the event
   * @return false where it is not there any more, as it was appended or cancelled before
   */
  public boolean cancel(ScheduleId id) {
    return Blocking.await(async.cancel(id));
  }

  /**
   * Reads a shard.
   *
   * @param shard its number
   * @param from where to begin
   * @param limit how many events at most, from 1 to 10,000
   * @param wait how long to wait while there are none
   * @return events in their order
   */
  public ReadEvents read(int shard, ReadStart from, int limit, Duration wait) {
    return Blocking.await(async.read(shard, from, limit, wait));
  }

  /**
   * One event, and how far the groups are with it.
   *
   * @param id of the event
   * @return the event and its progress
   * @throws MessinaException.NotFound where it is not there
   */
  public EventReport event(EventId id) {
    return Blocking.await(async.event(id));
  }
}
