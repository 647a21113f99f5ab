package io.messina.testkit;

import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The network between nodes and the store: draws the fate of each message, and knows which
 * connections are closed.
 */
final class Network {

  /** The fate of a request. */
  enum Fate {
    PROMPT,
    REFUSED,
    REQUEST_LOST,
    ANSWER_LOST,
    LATE
  }

  private final Simulation simulation;
  private final RandomGenerator random;
  private final Set<String> cutOff = new HashSet<>();
  private Duration silentUntil = Duration.ZERO;
  private Faults faults = Faults.NONE;

  Network(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("network");
  }

  Faults faults() {
    return faults;
  }

  void faults(Faults faults) {
    this.faults = faults;
  }

  void silence(Duration duration) {
    Duration until = simulation.elapsed().plus(duration);
    silentUntil = until.compareTo(silentUntil) > 0 ? until : silentUntil;
  }

  /** Returns the time for which no node will be answered; zero or less in ordinary times. */
  Duration silence() {
    return silentUntil.minus(simulation.elapsed());
  }

  void cutOff(SimulatedNode node) {
    cutOff.add(node.name());
  }

  void reconnect(SimulatedNode node) {
    cutOff.remove(node.name());
  }

  boolean reaches(SimulatedNode node) {
    return !cutOff.contains(node.name());
  }

  Fate fate() {
    double drawn = random.nextDouble();
    if (drawn < faults.refused()) {
      return Fate.REFUSED;
    }
    if (drawn < faults.refused() + faults.lost()) {
      return random.nextBoolean() ? Fate.REQUEST_LOST : Fate.ANSWER_LOST;
    }
    return drawn < faults.refused() + faults.lost() + faults.late() ? Fate.LATE : Fate.PROMPT;
  }

  /** Returns the delay of a message. */
  Duration delay() {
    return Duration.ofNanos(random.nextLong(faults.delayMax().toNanos() + 1));
  }

  /**
   * Returns the delay of a late request: as often between one and two minutes as between one and
   * two seconds.
   */
  Duration lateness() {
    double shortest = Math.log(faults.delayMax().toNanos() + 1.0);
    double longest = Math.log((double) faults.lateMax().toNanos());
    return Duration.ofNanos((long) Math.exp(random.nextDouble(shortest, longest)));
  }

  /** Whether a look sees what nobody knows of. */
  boolean seesAll() {
    return random.nextBoolean();
  }

  int pageRows() {
    return random.nextInt(faults.pageRowsMax()) + 1;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }
}
