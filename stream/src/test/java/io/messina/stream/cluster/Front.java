package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a node offers to clients elsewhere, as its HTTP API does: all of it about the stream of
 * {@link Topic#WORK}, from which {@link Crowd}s consume.
 */
interface Front {

  /**
   * Makes both streams and some groups exist; harmless to repeat.
   *
   * @param crowds the groups
   * @param deduplicate for how long keys are remembered
   */
  void create(Set<Crowd> crowds, Duration deduplicate);

  /** Changes how a group hands out to {@link Crowd#changed}; harmless to repeat. */
  void change(Crowd crowd);

  /** A stream beside, which comes and goes. */
  SideStream side();

  /** Appends; an id for each event, unless the stream only knows that it has it. */
  List<Optional<EventAddress>> append(List<Event> events);

  /** Accepts an event that is to be appended later. */
  DelayedAddress schedule(Event event, Instant due);

  /** Takes back what was to be appended later; false where it is there no more. */
  boolean cancel(DelayedAddress scheduled);

  /** Claims, after waiting for a while where nothing is ready. */
  List<ClaimedEvent> claim(Crowd crowd, int max, Duration wait, Duration lease, String worker);

  /** Takes what a worker says. */
  List<ReceiptStatus> settle(Crowd crowd, Outcome outcome, List<ClaimAddress> receipts);

  /** Acknowledges an event and appends what came of it to {@link Topic#RESULTS}, once. */
  ReceiptStatus ackWith(Crowd crowd, ClaimAddress receipt, Event output);

  /** Reads from what was committed. */
  EventPage read(Crowd crowd, int shard, int max, Duration wait);

  /** Commits what was read. */
  void commit(Crowd crowd, int shard, Commit commit);

  /** Sends a group elsewhere. */
  void seek(Crowd crowd, Start to);

  /** Lets a group forget everything up to now. */
  void purge(Crowd crowd);

  /** The dead letters of a group. */
  List<DeadEvent> deadLetters(Crowd crowd);

  /** Hands dead letters out again; returns how many. */
  int redrive(Crowd crowd, List<EventAddress> ids);

  /** Deletes a dead letter; whether this call did. */
  boolean discard(Crowd crowd, EventAddress id);
}
