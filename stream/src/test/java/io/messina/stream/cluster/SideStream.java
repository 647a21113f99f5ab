package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a node offers to clients about a stream of its own that comes and goes, and its group. */
interface SideStream {

  /** For how long its events are kept. */
  Duration RETENTION = Duration.ofSeconds(30);

  /** Makes a stream whose definition cannot be read. */
  void createRotting();

  /** What is defined and cannot be read; empty from a process that cannot tell. */
  Optional<List<String>> unreadable();

  /** Makes the stream and its group exist. */
  void create();

  /** Deletes the stream; whether it was there. */
  boolean delete();

  /** Deletes its group; whether it was there. */
  boolean deleteGroup();

  /** Appends; an id for each event. */
  List<Optional<EventAddress>> append(List<Event> events);

  /** All events of the stream. */
  List<StoredEvent> read();

  /** Claims what its group has. */
  List<ClaimedEvent> claim();

  /** Acknowledges an event for its group. */
  ReceiptStatus ack(ClaimAddress receipt);
}
