package io.messina.stream.cluster;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What producers sent, and what they were told is safe: all that anybody can hold a system to. For
 * the thread of a simulation and its actors.
 */
public final class Ledger {

  private final Set<String> sent = new LinkedHashSet<>();
  private final Set<String> acknowledged = new LinkedHashSet<>();

  /** An event is about to be sent. */
  public void send(String event) {
    sent.add(event);
  }

  /** The producer was told that it is durable. */
  public void acknowledge(String event) {
    acknowledged.add(event);
  }

  /** The producer took it back, or may have: nobody promises any more that it is there. */
  public void forget(String event) {
    acknowledged.remove(event);
  }

  /** Whether the producer was told that it is durable. */
  boolean isAcknowledged(String event) {
    return acknowledged.contains(event);
  }

  /** How many events were acknowledged. */
  public int acknowledgedCount() {
    return acknowledged.size();
  }

  /** What is lost if this is all there is: acknowledged and not found. */
  public Set<String> lost(Collection<String> found) {
    Set<String> lost = new LinkedHashSet<>(acknowledged);
    lost.removeAll(new LinkedHashSet<>(found));
    return lost;
  }

  /** All that was sent so far. */
  Set<String> sent() {
    return Set.copyOf(sent);
  }

  /** What nobody sent. */
  public Set<String> unexpected(Collection<String> found) {
    Set<String> unexpected = new LinkedHashSet<>(found);
    unexpected.removeAll(sent);
    return unexpected;
  }
}
