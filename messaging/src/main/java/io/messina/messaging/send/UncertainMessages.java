package io.messina.messaging.send;

import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UncertainMessage;
import io.messina.api.message.report.UncertainPage;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.track.MessageFinder;
import io.messina.messaging.track.TrackedMessages;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.EventAddress;
import io.messina.stream.RejectedEventException;
import io.messina.stream.node.Group;
import io.messina.stream.owner.DeadEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The messages of one connector that were claimed and may be with the provider or not: dead letters
 * of the group that sends. A message that the provider would recognise is sent again once its call
 * has ended for certain; the others wait until a person resolves them. Safe for use by many
 * threads.
 */
public final class UncertainMessages implements AutoCloseable {

  private static final int PAGE = 500;

  private static final int AT_ONCE = 16;

  private static final String BY_HAND = "resolved by hand";

  /** After these kinds the outcome of a call is no longer of interest. */
  private static final Set<MessageEventKind> KNOWN =
      EnumSet.of(
          MessageEventKind.SENT,
          MessageEventKind.DELIVERED,
          MessageEventKind.READ,
          MessageEventKind.UNDELIVERED,
          MessageEventKind.BOUNCED,
          MessageEventKind.COMPLAINED,
          MessageEventKind.UNSUBSCRIBED,
          MessageEventKind.FAILED,
          MessageEventKind.SUPPRESSED,
          MessageEventKind.EXPIRED);

  /** The first wait until a published event is tracked. */
  private static final Duration TRACKED = Duration.ofSeconds(1);

  private final OutcomeLog outcomes;
  private final Group group;
  private final ConnectorInstance instance;
  private final TrackedMessages log;
  private final UncertainSweep sweep;

  UncertainMessages(OutcomeLog outcomes, Group group, ConnectorInstance instance) {
    this.outcomes = outcomes;
    this.group = group;
    this.instance = instance;
    this.log = new TrackedMessages(outcomes.context());
    this.sweep =
        new UncertainSweep(outcomes.context(), outcomes.streams().streams(), group, this::inspect);
  }

  void start() {
    sweep.start();
  }

  @Override
  public void close() {
    sweep.close();
  }

  /**
   * Lists the uncertain messages of all shards.
   *
   * @param limit at most, from 1
   * @param after the next of the page before
   */
  public UncertainPage list(int limit, Optional<EventAddress> after) {
    List<DeadEvent> page = group.deadLetters(limit, after);
    return new UncertainPage(
        page.stream().flatMap(dead -> shown(dead).stream()).toList(),
        page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id().toString()));
  }

  private Optional<UncertainMessage> shown(DeadEvent dead) {
    Instant over = dead.died().plus(overAfter());
    return Message.of(dead.stored())
        .filter(_ -> dead.letter().cause() != DeathCause.EXHAUSTED)
        .filter(message -> Collections.disjoint(kinds(message), KNOWN))
        .map(
            message ->
                new UncertainMessage(
                    message.id(),
                    message.recipient(),
                    message.routing().hop(),
                    dead.died(),
                    reason(dead),
                    over,
                    isRecognised(
                        dead,
                        message,
                        over.isAfter(outcomes.context().now()) ? over : outcomes.context().now())));
  }

  /**
   * Resolves a message.
   *
   * @return whether it was uncertain here
   * @throws RequestException.Refused if its call may still run, or another request has resolved it
   */
  public boolean resolve(String message, MessageResolution resolution) {
    Optional<DeadEvent> found = find(message);
    found.ifPresent(
        dead -> {
          Message it = Message.of(dead.stored()).orElseThrow();
          hindrance(dead, it, kinds(it), resolution)
              .ifPresent(
                  why -> {
                    throw refused(message + ": " + why);
                  });
          if (!isResolvedBy(dead, it, resolution)) {
            throw find(message).isPresent()
                ? new RequestException.Unavailable(message + ": has no room to be sent again now")
                : refused(message + ": somebody else has resolved it (expected: an uncertain one)");
          }
        });
    return found.isPresent();
  }

  /**
   * Resolves a page of messages.
   *
   * @throws RequestException or StoreException if the store or a stream does not answer; messages
   *     that are already resolved stay resolved
   */
  public ResolvedSome resolve(ResolvingSome wanted) {
    List<DeadEvent> page = group.deadLetters(PAGE, wanted.after().map(EventAddress::parse));
    List<DeadEvent> chosen =
        page.stream()
            .filter(dead -> dead.letter().cause() != DeathCause.EXHAUSTED)
            .filter(dead -> Message.of(dead.stored()).isPresent())
            .filter(dead -> wanted.isOf(dead.died(), reason(dead)))
            .toList();
    int resolved = 0;
    if (!chosen.isEmpty()) {
      resolved =
          (int)
              new ParallelCalls(outcomes.context().threads(), AT_ONCE)
                  .each(chosen, dead -> isResolved(dead, wanted.as())).stream()
                      .filter(done -> done)
                      .count();
    }
    return new ResolvedSome(
        resolved,
        chosen.size() - resolved,
        page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id().toString()));
  }

  private boolean isResolved(DeadEvent dead, MessageResolution resolution) {
    Message message = Message.of(dead.stored()).orElseThrow();
    Set<MessageEventKind> kinds = kinds(message);
    return hindrance(dead, message, kinds, resolution).isEmpty()
        && isResolvedBy(dead, message, resolution);
  }

  /** Why a message cannot be resolved now, for people. */
  private Optional<String> hindrance(
      DeadEvent dead, Message message, Set<MessageEventKind> kinds, MessageResolution resolution) {
    if (!isOver(dead)) {
      return Optional.of(
          "may be with its provider still (expected: resolved from %s on)"
              .formatted(dead.died().plus(overAfter())));
    } else if (!Collections.disjoint(kinds, KNOWN) || kinds.contains(MessageEventKind.REFUSED)) {
      return Optional.of("is resolved already (expected: an uncertain one)");
    } else if (!kinds.contains(MessageEventKind.UNCERTAIN)) {
      // Events that were published earlier are tracked by then: another connector may have the
      // message.
      return Optional.of("is not known to be uncertain yet (expected: an uncertain one)");
    } else if (resolution == MessageResolution.REFUSED
        && isRecognised(dead, message, outcomes.context().now())) {
      return Optional.of(
          "is sent again by itself, as its provider recognises it (expected: one that is not)");
    }
    return Optional.empty();
  }

  private static RequestException.Refused refused(String sentence) {
    return new RequestException.Refused(RequestException.Refused.Reason.CONFLICT, sentence);
  }

  /** Returns whether a message can be resolved now. */
  public boolean isOffered(String message) {
    return find(message).filter(this::isOver).isPresent();
  }

  /**
   * Discards the letter first, so that one of several concurrent requests resolves the message. If
   * the process ends in between, the message stays uncertain, and nothing is sent.
   */
  private boolean isResolvedBy(DeadEvent dead, Message message, MessageResolution resolution) {
    return switch (resolution) {
      case SENT ->
          isTaken(
              dead,
              () ->
                  outcomes.append(
                      event(message, MessageEventKind.SENT, outcomes.context().now(), BY_HAND)));
      case REFUSED ->
          isTaken(
              dead,
              () -> {
                outcomes.reroute(
                    message, instance.name()); // first: once refused, it is not uncertain
                outcomes.append(
                    event(message, MessageEventKind.REFUSED, outcomes.context().now(), BY_HAND));
              });
      case AGAIN -> {
        RepeatTable.delete(
            outcomes.context().store(), message, outcomes.streams().nextTimestampMicros());
        yield isRedriven(dead);
      }
    };
  }

  /** The step after a letter is discarded. */
  @FunctionalInterface
  private interface AfterDiscard {

    void run() throws RejectedEventException;
  }

  private boolean isTaken(DeadEvent dead, AfterDiscard then) {
    if (group.discard(List.of(dead.stored().id())) == 0) {
      return false;
    }
    try {
      then.run();
      return true;
    } catch (RejectedEventException e) {
      throw new RequestException.Unknown(
          "%s: is uncertain, and nobody sends it any more: %s"
              .formatted(dead.stored().id(), e.getMessage()));
    }
  }

  private UncertainSweep.Inspection refuse(DeadEvent dead, Message message, String reason) {
    tell(message, MessageEventKind.REFUSED, outcomes.context().now(), reason);
    outcomes.rerouteOnce(message, instance.name());
    return discard(dead);
  }

  /** Each of its attempts has said that it was not sent. */
  private static String exhausted(DeadEvent dead) {
    return "given up after %d attempts: %s".formatted(dead.letter().attempts(), reason(dead));
  }

  private Optional<DeadEvent> find(String message) {
    int shard =
        outcomes.streams().stream(MessageStreams.ofConnector(instance.name()))
            .shardOf(Bytes.utf8(message));
    List<DeadEvent> page = group.deadLetters(shard, Position.START, PAGE);
    while (!page.isEmpty()) {
      Optional<DeadEvent> found = page.stream().filter(dead -> isOf(dead, message)).findFirst();
      if (found.isPresent()) {
        return found;
      }
      page = group.deadLetters(shard, page.getLast().stored().id().position().next(), PAGE);
    }
    return Optional.empty();
  }

  private static boolean isOf(DeadEvent dead, String message) {
    return Message.of(dead.stored()).filter(it -> it.id().equals(message)).isPresent();
  }

  private UncertainSweep.Inspection inspect(DeadEvent dead) {
    Optional<Message> found = Message.of(dead.stored());
    if (found.isEmpty()) {
      return discard(dead);
    }
    Message message = found.get();
    Set<MessageEventKind> kinds = kinds(message);
    if (!Collections.disjoint(kinds, KNOWN)) {
      return discard(dead);
    } else if (kinds.contains(MessageEventKind.REFUSED)) {
      rerouteAgain(message);
      return discard(dead);
    } else if (!kinds.contains(MessageEventKind.UNCERTAIN)) {
      if (dead.letter().cause() == DeathCause.EXHAUSTED) {
        return refuse(dead, message, exhausted(dead));
      }
      tell(message, MessageEventKind.UNCERTAIN, dead.died(), reason(dead));
      // Sent again only once this event is tracked, so that the answer to the repeat is not taken
      // for the outcome of the first call
      return UncertainSweep.Inspection.waits(dead, Optional.of(TRACKED));
    }
    if (message.isExpired(outcomes.context().now())
        || !isRecognised(dead, message, outcomes.context().now())) {
      return UncertainSweep.Inspection.waits(dead, Optional.empty());
    }
    if (!isOver(dead)) {
      return UncertainSweep.Inspection.waits(dead, Optional.of(left(dead)));
    }
    RepeatTable.Repeat repeat = repeat(dead, message).orElseThrow();
    RepeatTable.write(
        outcomes.context().store(),
        message,
        repeat,
        outcomes.context().now(),
        outcomes.streams().nextTimestampMicros());
    return isRedriven(dead)
        ? UncertainSweep.Inspection.done(dead)
        : UncertainSweep.Inspection.waits(dead, Optional.of(Duration.ZERO));
  }

  /**
   * If it was refused so long ago that its channel may not recognise a repeat, its history decides;
   * without an answer there it is uncertain.
   */
  private void rerouteAgain(Message message) {
    List<MessageEvent> events = new MessageFinder(log, outcomes.streams()).all(message.id());
    int hop = message.routing().hop();
    boolean isRemembered =
        events.stream()
            .filter(it -> it.hop() == hop && it.kind() == MessageEventKind.REFUSED)
            .noneMatch(it -> MessageStreams.isForgotten(it.at(), outcomes.context().now()));
    if (isRemembered) {
      outcomes.rerouteOnce(message, instance.name());
    } else if (events.stream().noneMatch(it -> it.hop() > hop)) {
      outcomes
          .streams()
          .publish(
              List.of(
                  message
                      .refusedBy(instance.name())
                      .chosen(instance.generation())
                      .event(MessageEventKind.UNCERTAIN, outcomes.context().now())
                      .because(
                          Optional.empty(),
                          Optional.of(
                              "whether it went on to another connector is not known any more"))));
    }
  }

  private Duration left(DeadEvent dead) {
    return Duration.between(outcomes.context().now(), dead.died().plus(overAfter()));
  }

  private Set<MessageEventKind> kinds(Message message) {
    return log.events(message.id()).stream()
        .filter(event -> event.hop() == message.routing().hop())
        .map(MessageEvent::kind)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(MessageEventKind.class)));
  }

  private static String reason(DeadEvent dead) {
    return dead.letter().failures().isEmpty()
        ? "its claim ended without an answer"
        : dead.letter().failures().getLast().error();
  }

  private boolean isOver(DeadEvent dead) {
    return !outcomes.context().now().isBefore(dead.died().plus(overAfter()));
  }

  /**
   * The time after the death of a message at which its call has ended for certain, on any node: the
   * lease was checked before the call began.
   */
  private Duration overAfter() {
    Duration lease = group.definition().options().lease();
    return instance.options().timeout().plus(lease.multipliedBy(2));
  }

  /** Whether the provider recognises a call that begins at a time. */
  private boolean isRecognised(DeadEvent dead, Message message, Instant again) {
    return repeat(dead, message).filter(it -> it.isSafe(instance, again)).isPresent();
  }

  /**
   * The conditions under which its provider certainly recognises a repeat: the definition by which
   * it was chosen, as no earlier one has sent it; and the time that the provider promises, since
   * the message reached this connector, at most the time for which streams recognise repeats.
   */
  private Optional<RepeatTable.Repeat> repeat(DeadEvent dead, Message message) {
    return instance
        .connector()
        .repeats()
        .map(
            promise ->
                promise.lifetime().compareTo(MessageStreams.REPEATS) < 0
                    ? promise.lifetime()
                    : MessageStreams.REPEATS)
        .map(lifetime -> dead.stored().appendTime().plus(lifetime).truncatedTo(ChronoUnit.MILLIS))
        .flatMap(
            until -> message.routing().generation().map(it -> new RepeatTable.Repeat(it, until)));
  }

  private void tell(Message message, MessageEventKind kind, Instant at, String reason) {
    outcomes.streams().publish(List.of(event(message, kind, at, reason)));
  }

  private MessageEvent event(Message message, MessageEventKind kind, Instant at, String reason) {
    MessageEvent event =
        message
            .event(kind, at)
            .through(instance.name())
            .because(Optional.empty(), Optional.of(reason));
    return kind == MessageEventKind.SENT ? event.known(List.of(), message.parts()) : event;
  }

  private boolean isRedriven(DeadEvent dead) {
    return group.redrive(Redrive.of(List.of(new EventId(dead.stored().id().toString())))) > 0;
  }

  private UncertainSweep.Inspection discard(DeadEvent dead) {
    var _ = group.discard(List.of(dead.stored().id()));
    return UncertainSweep.Inspection.done(dead);
  }
}
