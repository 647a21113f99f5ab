package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stream beside of a {@link ModelCluster}. */
final class ModelSide implements SideStream {

  private final ModelCluster cluster;
  private final List<StoredEvent> log = new ArrayList<>();
  private final Set<Position> done = new HashSet<>();
  private final Set<Bytes> batches = new HashSet<>();
  private int generation = 1;
  private int groupGeneration = 1;

  ModelSide(ModelCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void create() {}

  @Override
  public void createRotting() {}

  @Override
  public Optional<List<String>> unreadable() {
    return Optional.of(List.of(Payloads.rotting("side")));
  }

  @Override
  public boolean delete() {
    generation++;
    if (!cluster.has(ModelCluster.Flaw.SHOWS_FORMER_CREATIONS)) {
      log.clear();
      batches.clear();
    }
    return deleteGroup();
  }

  @Override
  public boolean deleteGroup() {
    groupGeneration++;
    done.clear();
    return true;
  }

  @Override
  public List<Optional<EventAddress>> append(List<Event> events) {
    List<Optional<EventAddress>> ids = new ArrayList<>();
    for (Event event : events) {
      if (event.sourceBatch().isPresent() && !batches.add(event.payload())) {
        ids.add(Optional.empty());
        continue;
      }
      EventAddress id = new EventAddress(generation, 0, 0, new Position(1, log.size()));
      log.add(new StoredEvent(id, event, cluster.simulation.clock().instant()));
      ids.add(Optional.of(id));
    }
    return ids;
  }

  @Override
  public List<StoredEvent> read() {
    Instant gone = cluster.simulation.clock().instant().minus(RETENTION);
    return log.stream().filter(event -> event.appendTime().isAfter(gone)).toList();
  }

  @Override
  public List<ClaimedEvent> claim() {
    return log.stream()
        .filter(event -> !done.contains(event.id().position()))
        .map(event -> new ClaimedEvent(event, 1, receipt(event), false))
        .toList();
  }

  private ClaimAddress receipt(StoredEvent event) {
    return new ClaimAddress(generation, groupGeneration, 0, 0, event.id().position(), 1);
  }

  @Override
  public ReceiptStatus ack(ClaimAddress receipt) {
    if (receipt.groupGeneration() != groupGeneration
        && !cluster.has(ModelCluster.Flaw.TAKES_RECEIPTS_OF_FORMER_CREATIONS)) {
      return ReceiptStatus.UNKNOWN;
    }
    done.add(receipt.position());
    return ReceiptStatus.OK;
  }
}
