package io.messina.client.group;

import io.messina.api.ClaimOptions;
import io.messina.api.Extension;
import io.messina.api.GroupDefinition;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.Nack;
import io.messina.api.NewGroup;
import io.messina.api.Position;
import io.messina.api.ReadQuery;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.api.Seek;
import io.messina.api.ShardCommit;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.UnfinishedEvents;
import io.messina.api.UnfinishedQuery;
import io.messina.api.Wire;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Blocking;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Condition;
import io.messina.client.internal.FutureAnswers;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A group of consumers. Methods wait for the answer and throw a {@link MessinaException} if it is
 * not good; an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe
 * for use by many threads.
 */
public final class GroupClient {

  private final Transport transport;
  private final ClientMetrics metrics;
  private final StreamName stream;
  private final GroupName name;
  private final String path;
  private final Condition condition;

  /**
   * A group, as the client of its stream gives it.
   *
   * @param transport sends the requests
   * @param metrics counts the work of workers
   * @param stream whose events it consumes
   * @param name the stream's name
   */
  @SuppressWarnings("exports") // for StreamClient: no application can name a Transport
  public GroupClient(
      Transport transport, ClientMetrics metrics, StreamName stream, GroupName name) {
    this(transport, metrics, stream, name, Condition.NONE);
  }

  private GroupClient(
      Transport transport,
      ClientMetrics metrics,
      StreamName stream,
      GroupName name,
      Condition condition) {
    this.transport = transport;
    this.metrics = metrics;
    this.stream = stream;
    this.name = name;
    this.path = Paths.group(stream, name);
    this.condition = condition;
  }

  /**
   * Returns the stream's name.
   *
   * @return the name
   */
  public GroupName name() {
    return name;
  }

  /**
   * Whose events it consumes.
   *
   * @return the stream's name
   */
  public StreamName stream() {
    return stream;
  }

  Transport transport() {
    return transport;
  }

  void tell(Consumer<ClientMetrics> what) {
    Transport.tell(() -> what.accept(metrics));
  }

  /**
   * The same group, which {@link #create}, {@link #change} and {@link #delete} leave alone if its
   * definition has another tag by now: they fail with {@link MessinaException.Refused} and the code
   * {@code precondition_failed}.
   *
   * @param tag of the definition that was read, as {@link GroupDefinition#tag} has it
   * @return a client; no request is sent
   */
  public GroupClient ifMatch(String tag) {
    return new GroupClient(transport, metrics, stream, name, Condition.tag(tag));
  }

  /**
   * Returns a client whose {@link #create} leaves an existing group alone: it then fails as {@link
   * #ifMatch} describes.
   *
   * @return a client; no request is sent
   */
  public GroupClient ifAbsent() {
    return new GroupClient(transport, metrics, stream, name, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param options its options
   * @return as it is now
   */
  public GroupDefinition create(GroupOptions options) {
    return create(NewGroup.DEFAULT.start(), options);
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param start where it begins; an existing group stays at its position
   * @param options its options
   * @return as it is now
   */
  public GroupDefinition create(Start start, GroupOptions options) {
    String body = Wire.write(new NewGroup(start, options));
    return transport.send(
        condition.on(Call.put(path, body.getBytes(StandardCharsets.UTF_8))), GroupDefinition.class);
  }

  /**
   * Changes some of its options. No change by another client is lost: if the definition was changed
   * in between, it is read and changed again, so {@code change} may be called several times.
   *
   * @param change maps the present options to the new ones, as in {@code options ->
   *     options.lease(Duration.ofMinutes(5))}
   * @return as it is now
   * @throws MessinaException.NotFound if the event does not exist
   */
  public GroupDefinition change(UnaryOperator<GroupOptions> change) {
    return condition.change(
        transport,
        path,
        GroupDefinition.class,
        () -> get().definition(),
        GroupDefinition::options,
        change);
  }

  /**
   * Reads its definition and progress.
   *
   * @return its definition and progress
   * @throws MessinaException.NotFound if the event does not exist
   */
  public GroupStatus get() {
    return transport.send(Call.get(path), GroupStatus.class);
  }

  /**
   * Deletes it. Tried again only if nothing was done, so that a new group of the same name, created
   * between two attempts, is not deleted.
   *
   * @throws MessinaException.NotFound if the event does not exist
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }

  /**
   * Reads which events it has not finished: which worker has them, and since when. Events that the
   * shards' owners have not read yet are not among them.
   *
   * @param query which
   * @return those that workers have first, the longest held of them first
   */
  public UnfinishedEvents unfinished(UnfinishedQuery query) {
    return transport.send(
        Call.get(path + "/unfinished" + Query.NONE.with(query)), UnfinishedEvents.class);
  }

  /**
   * Events that were handed out too often, or were rejected.
   *
   * @return a client; no request is sent
   */
  public DeadLettersClient deadLetters() {
    return new DeadLettersClient(transport, path);
  }

  /**
   * Claims events. Tried again only if nothing was done: events whose hand-out is unknown come
   * again when their lease is over.
   *
   * @param options how many, for how long
   * @return empty if there were none in time
   */
  public List<ClaimedEvent> claim(ClaimOptions options) {
    return Blocking.await(claimAsync(options));
  }

  /**
   * Claims events without waiting, as {@link #claim} does.
   *
   * @param options how many, for how long
   * @return empty if there were none in time; fails with a {@link MessinaException}. Cancelling it
   *     breaks the claim off, whose events come again when their lease is over
   */
  public CompletableFuture<List<ClaimedEvent>> claimAsync(ClaimOptions options) {
    return FutureAnswers.map(handOut(List.of(), options), ClaimAnswer::events);
  }

  /**
   * Acknowledges events, then claims others, by one request. Acknowledged events stay acknowledged
   * even if the claim fails; if no answer comes, acknowledging them again is harmless.
   *
   * @param acks of up to 10,000 events
   * @param options how many to claim, for how long; if it waits, the results come late
   * @return the results of the acknowledgements, and the events handed out
   */
  public Claimed ackAndClaim(Collection<Ack> acks, ClaimOptions options) {
    return Blocking.await(
        FutureAnswers.map(
            handOut(acks.stream().map(AckText::entry).toList(), options), ClaimAnswer::claimed));
  }

  /** Claims events with acknowledgements as they are sent; tells when the answer began to come. */
  CompletableFuture<ClaimAnswer> handOut(List<byte[]> acks, ClaimOptions options) {
    // In JSON an event may take a third more, and its other fields.
    int half = Math.max(1, transport.answerBytesMax() / 2);
    ClaimOptions bounded =
        options.maxBytes().isPresent()
            ? options
            : options.withBytesMax(Math.min(half, ClaimOptions.BYTES_MAX));
    Call call = Call.post(path + "/claim", AckText.claim(bounded, acks), Repeat.UNDONE);
    return FutureAnswers.map(
        transport.sendAsync(call.waiting(options.waitUpTo())),
        answer ->
            new ClaimAnswer(Transport.read(answer, GroupAnswers::claimed), answer.beganNanoTime()));
  }

  /**
   * The events handed out, and the time at which the answer began to arrive, by the monotonic
   * clock.
   */
  record ClaimAnswer(Claimed claimed, long beganNanoTime) {

    List<ClaimedEvent> events() {
      return claimed.events();
    }
  }

  /**
   * Says that events are done.
   *
   * @param receipts at least one
   * @return a result for each, in their order
   */
  public List<ReceiptResult> ack(Collection<Receipt> receipts) {
    return Blocking.await(ackAsync(receipts));
  }

  /**
   * Says without waiting that events are done, as {@link #ack} does.
   *
   * @param receipts at least one
   * @return a result for each, in their order; fails with a {@link MessinaException}
   */
  public CompletableFuture<List<ReceiptResult>> ackAsync(Collection<Receipt> receipts) {
    return ackWithOutputsAsync(receipts.stream().map(Ack::of).toList());
  }

  /**
   * Says that events are done, and appends their outputs, exactly once even if this is repeated.
   *
   * @param acks at least one
   * @return a result for each, in their order
   */
  public List<ReceiptResult> ackWithOutputs(List<Ack> acks) {
    return Blocking.await(ackWithOutputsAsync(acks));
  }

  /**
   * Says without waiting that events are done, as {@link #ackWithOutputs} does.
   *
   * @param acks at least one
   * @return a result for each, in their order; fails with a {@link MessinaException}
   */
  public CompletableFuture<List<ReceiptResult>> ackWithOutputsAsync(List<Ack> acks) {
    return acknowledge(acks.stream().map(AckText::entry).toList());
  }

  /** Sends acknowledgements that are encoded already. */
  CompletableFuture<List<ReceiptResult>> acknowledge(List<byte[]> entries) {
    return settle("/ack", AckText.request(entries));
  }

  /**
   * Returns events that could not be processed.
   *
   * @param receipts at least one
   * @param nack how
   * @return a result for each, in their order; a retry may be answered by stale if the first
   *     attempt was done
   */
  public List<ReceiptResult> nack(Collection<Receipt> receipts, Nack nack) {
    return Blocking.await(nackAsync(receipts, nack));
  }

  /**
   * Returns events without waiting, as {@link #nack} does.
   *
   * @param receipts at least one
   * @param nack how
   * @return a result for each, in their order; fails with a {@link MessinaException}
   */
  public CompletableFuture<List<ReceiptResult>> nackAsync(Collection<Receipt> receipts, Nack nack) {
    return settle("/nack", AckText.request(receipts, Optional.of(nack)));
  }

  /**
   * Keeps events for longer.
   *
   * @param receipts at least one
   * @param lease from now on; if absent, the group's lease
   * @return a result for each, in their order
   */
  public List<ReceiptResult> extend(Collection<Receipt> receipts, Optional<Duration> lease) {
    return Blocking.await(extendAsync(receipts, lease));
  }

  /**
   * Keeps events for longer without waiting, as {@link #extend} does.
   *
   * @param receipts at least one
   * @param lease from now on; if absent, the group's lease
   * @return a result for each, in their order; fails with a {@link MessinaException}
   */
  public CompletableFuture<List<ReceiptResult>> extendAsync(
      Collection<Receipt> receipts, Optional<Duration> lease) {
    return settle("/extend", AckText.request(receipts, Optional.of(new Extension(lease))));
  }

  /**
   * Gives events back that were not begun; it does not count as an attempt.
   *
   * @param receipts at least one
   * @return a result for each, in their order; a retry may be answered by stale if the first
   *     attempt was done
   */
  public List<ReceiptResult> release(Collection<Receipt> receipts) {
    return Blocking.await(releaseAsync(receipts));
  }

  /**
   * Gives events back without waiting, as {@link #release} does.
   *
   * @param receipts at least one
   * @return a result for each, in their order; fails with a {@link MessinaException}
   */
  public CompletableFuture<List<ReceiptResult>> releaseAsync(Collection<Receipt> receipts) {
    return settle("/release", AckText.request(receipts, Optional.empty()));
  }

  private CompletableFuture<List<ReceiptResult>> settle(String what, byte[] body) {
    return FutureAnswers.map(
        transport.sendAsync(Call.post(path + what, body, Repeat.ALWAYS), GroupAnswers::claimed),
        Claimed::results);
  }

  /**
   * Reads the next events of a shard, for a group that follows.
   *
   * @param shard its number
   * @param limit how many events at most
   * @param wait how long to wait while there are none
   * @return events after the committed position, and the position to commit
   */
  public FollowedEvents follow(int shard, int limit, Duration wait) {
    return Blocking.await(followAsync(shard, limit, wait));
  }

  /**
   * Reads the next events of a shard without waiting, as {@link #follow} describes.
   *
   * @param shard its number
   * @param limit how many events at most
   * @param wait how long the server waits while there are none
   * @return events and the position to commit; fails with a {@link MessinaException}
   */
  public CompletableFuture<FollowedEvents> followAsync(int shard, int limit, Duration wait) {
    Query query = Query.NONE.with(new ReadQuery(limit, wait));
    return transport.sendAsync(
        Call.get(path + "/shards/" + shard + "/events" + query).waiting(wait),
        GroupAnswers::followed);
  }

  /**
   * Says that events are done. If the position of the group was set by a seek since they were read,
   * the seek wins, and nothing changes.
   *
   * @param shard its number
   * @param done as {@link #follow} gave them
   */
  public void commit(int shard, FollowedEvents done) {
    var unused = Blocking.await(commitAsync(shard, done));
  }

  /**
   * Commits a position of a shard, even if the group was sought since then.
   *
   * @param shard its number
   * @param position as {@link #follow} gave it
   */
  public void commit(int shard, Position position) {
    var unused = Blocking.await(commitAsync(shard, position));
  }

  /**
   * Says without waiting that events are done, as {@link #commit(int, FollowedEvents)} does.
   *
   * @param shard its number
   * @param done as {@link #follow} gave them
   * @return done once it is durable; fails with a {@link MessinaException}
   */
  public CompletableFuture<Void> commitAsync(int shard, FollowedEvents done) {
    return commit(shard, done.next(), done.run());
  }

  /**
   * Says without waiting up to where a shard is done, as {@link #commit(int, Position)} does.
   *
   * @param shard its number
   * @param position as {@link #follow} gave it
   * @return done once it is durable; fails with a {@link MessinaException}
   */
  public CompletableFuture<Void> commitAsync(int shard, Position position) {
    return commit(shard, position, Optional.empty());
  }

  private CompletableFuture<Void> commit(int shard, Position position, Optional<Integer> run) {
    byte[] body = JsonBodies.record(new ShardCommit(position, run));
    return FutureAnswers.done(
        transport.sendAsync(Call.post(path + "/shards/" + shard + "/commit", body, Repeat.ALWAYS)));
  }

  /**
   * Sends the group elsewhere; receipts that are out become stale. If it fails it may be done on
   * some shards, so it is tried again only if the server was not reached or had no room.
   *
   * @param to the new position
   */
  public void seek(Start to) {
    byte[] body = JsonBodies.record(new Seek(to));
    transport.sendForNothing(Call.post(path + "/seek", body, Repeat.UNBEGUN));
  }

  /** Hands nothing out until it is resumed. */
  public void pause() {
    transport.sendForNothing(Call.post(path + "/pause", new byte[0], Repeat.ALWAYS));
  }

  /** Hands events out again. */
  public void resume() {
    transport.sendForNothing(Call.post(path + "/resume", new byte[0], Repeat.ALWAYS));
  }

  /**
   * Passes over all events there are; receipts that are out become stale. Tried again only as a
   * {@link #seek}.
   */
  public void purge() {
    transport.sendForNothing(Call.post(path + "/purge", new byte[0], Repeat.UNBEGUN));
  }
}
