package io.messina.stream.group;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ShardRig;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A shard with an owner, of whose groups workers ask this and that. */
final class GroupRoom extends ShardRig {

  static final GroupId GROUP = id("workers");
  static final Duration LEASE = Duration.ofSeconds(30);

  /** While it is true, no dead letters are taken; until the next owner. */
  final AtomicBoolean refusesLetters = breaking(call -> call.writes(DeadLetterTable.DEAD_LETTERS));

  /** While it is true, nothing of the log is given; until the next owner. */
  final AtomicBoolean refusesLog = breaking(ShardRig::readsLog);

  GroupRoom(CatalogGroup... groups) {
    this(1, groups);
  }

  GroupRoom(long seed, CatalogGroup... groups) {
    super(
        seed,
        StreamOptions.DEFAULT
            .shards(1)
            .retention(Duration.ofHours(1))
            .deduplicate(Duration.ofMinutes(10)));
    definitions.addAll(Arrays.asList(groups));
    own();
  }

  /** Another one, with other groups; this one is closed. */
  GroupRoom with(CatalogGroup... groups) {
    close();
    return new GroupRoom(groups);
  }

  static GroupId id(String name) {
    return new GroupId(new GroupName(name), 1);
  }

  static CatalogGroup group(GroupId id, Start start, GroupOptions options) {
    return new CatalogGroup(SHARD.stream(), id, start, options);
  }

  static CatalogGroup group(GroupOptions options) {
    return group(GROUP, Start.earliest(), options);
  }

  static CatalogGroup group() {
    return group(GroupOptions.DEFAULT);
  }

  void takeOver() {
    refusesLetters.set(false);
    refusesLog.set(false);
    crashAndOwn();
  }

  /** The owner hears of other definitions. */
  void define(CatalogGroup... groups) {
    definitions.clear();
    definitions.addAll(Arrays.asList(groups));
    tell(() -> groups().define(List.copyOf(definitions)));
  }

  ShardGroups groups() {
    return owner().groups();
  }

  OwnedGroup workers() {
    return groups().group(GROUP);
  }

  static Event event(String payload) {
    return Event.of(Bytes.utf8(payload));
  }

  static Event keyed(String key, String payload) {
    return Event.builder(Bytes.utf8(payload)).key(Bytes.utf8(key)).build();
  }

  void append(String... payloads) {
    append(Arrays.stream(payloads).map(GroupRoom::event).toList());
  }

  /** The numbers from 0 on. */
  void append(int count) {
    append(IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new));
  }

  void append(List<Event> events) {
    ask(() -> owner().appender().append(EventRun.of(events)).join());
    simulation.runFor(Duration.ofMillis(10));
  }

  static ClaimRequest asking(int max) {
    return new ClaimRequest(max, ClaimOptions.BYTES_MAX, LEASE, "w");
  }

  /** Asks the group. */
  <T> T ask(Function<OwnedGroup, T> question) {
    return ask(() -> question.apply(workers()));
  }

  ShardGroupStatus status() {
    return ask(OwnedGroup::status);
  }

  DeliveryState state(Position position) {
    return ask(() -> workers().state(position));
  }

  List<Position> redrive(List<Position> dead) {
    return ask(() -> workers().redrive(dead));
  }

  List<Position> discard(List<Position> dead) {
    return ask(() -> workers().discard(dead));
  }

  void command(GroupAction action) {
    tell(() -> workers().command(action));
  }

  void commit(Commit commit) {
    tell(() -> workers().commit(commit));
  }

  List<ClaimedEvent> claim(int max) {
    return ask(group -> group.claim(asking(max)));
  }

  CompletableFuture<List<ReceiptStatus>> beginSettle(Outcome outcome, List<ClaimedEvent> claimed) {
    return begin(() -> workers().settle(outcome, ids(claimed)));
  }

  List<ReceiptStatus> settle(Outcome outcome, List<ClaimedEvent> claimed) {
    return await(beginSettle(outcome, claimed));
  }

  List<ReceiptStatus> ack(List<ClaimedEvent> claimed) {
    return settle(new Outcome.Ack(), claimed);
  }

  void reject(List<ClaimedEvent> claimed) {
    settle(new Outcome.Nacked(Nack.dead("no good")), claimed);
  }

  /** Until the events are dead letters. */
  void kill(List<ClaimedEvent> claimed) {
    reject(claimed);
    simulation.runFor(Duration.ofSeconds(2));
  }

  /** Claims all that the owner says is ready, and tells what came. */
  List<String> listen() {
    List<String> found = new ArrayList<>();
    Runnable listener =
        () -> {
          var _ = begin(() -> found.addAll(texts(workers().claim(asking(10)))));
        };
    tell(() -> workers().onReady(listener));
    return found;
  }

  static List<Position> positions(List<ClaimedEvent> claimed) {
    return claimed.stream().map(each -> each.receipt().position()).toList();
  }

  static List<ClaimId> ids(List<ClaimedEvent> claimed) {
    return claimed.stream().map(each -> id(each.receipt())).toList();
  }

  static ClaimId id(ClaimAddress receipt) {
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  List<String> dead() {
    return ask(group -> group.deadLetters(Position.START, 100)).stream()
        .map(dead -> text(dead.stored()))
        .toList();
  }

  static List<String> texts(List<ClaimedEvent> claimed) {
    return claimed.stream().map(each -> text(each.stored())).toList();
  }

  static String text(StoredEvent stored) {
    return stored.event().payload().toUtf8();
  }
}
