package io.messina.messaging.send;

import io.messina.api.DeathCause;
import io.messina.api.Durations;
import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.messaging.track.MessageLog;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.EventAddress;
import io.messina.stream.node.Group;
import io.messina.stream.owner.DeadEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one connector that were claimed and of which nobody knows whether the provider
 * has them: dead letters of the group that sends. Those that the provider would recognise are sent
 * again once their call has ended for certain; the others wait for somebody to resolve them. Safe
 * for use by many threads.
 */
public final class UncertainMessages implements AutoCloseable, MessagingSite {

  private static final Logger LOG = LoggerFactory.getLogger(UncertainMessages.class);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int PAGE = 500;

  private final Told told;
  private final Group group;
  private final Outlet outlet;
  private final MessageLog log;
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean closed;

  UncertainMessages(Told told, Group group, Outlet outlet) {
    this.told = told;
    this.group = group;
    this.outlet = outlet;
    this.log = new MessageLog(told.context());
  }

  /** How somebody resolves a message that is uncertain. */
  public enum Resolution {
    /** The provider has it. */
    SENT,
    /** The provider does not have it, and it is given up here: another connector is chosen. */
    REFUSED,
    /** It is sent again, though that may be a second time. */
    AGAIN
  }

  @Override
  public Context context() {
    return told.context();
  }

  void start() {
    start(this::run);
  }

  @Override
  public void close() {
    closed = true;
    woken.release();
  }

  /**
   * Resolves a message.
   *
   * @param message its id
   * @param resolution how
   * @return whether it was uncertain here
   * @throws RequestException.Refused if its call may be under way still
   */
  public boolean resolve(String message, Resolution resolution) {
    Optional<DeadEvent> found = find(message);
    found.ifPresent(
        dead -> {
          if (!isOver(dead)) {
            throw new RequestException.Refused(
                RequestException.Refused.Reason.UNFIT,
                "%s: may be with its provider still (expected: uncertain since %s, or longer)"
                    .formatted(message, Durations.format(overAfter())));
          }
          resolve(dead, Message.of(dead.stored()).orElseThrow(), resolution);
        });
    return found.isPresent();
  }

  /**
   * Whether a message can be resolved now.
   *
   * @param message its id
   */
  public boolean isOffered(String message) {
    return find(message).filter(this::isOver).isPresent();
  }

  private void resolve(DeadEvent dead, Message message, Resolution resolution) {
    switch (resolution) {
      case SENT -> {
        tell(message, MessageEventKind.SENT, now(), "resolved by hand");
        discard(dead);
      }
      case REFUSED -> {
        tell(message, MessageEventKind.REFUSED, now(), "resolved by hand");
        told.rerouteOnce(message, outlet.name());
        discard(dead);
      }
      case AGAIN -> redrive(dead);
    }
  }

  private void run() {
    while (!closed) {
      try {
        forEach(this::look);
      } catch (RequestException | StoreException e) {
        LOG.debug("{}: uncertain messages are looked at again soon", outlet.name(), e);
      } catch (RuntimeException e) {
        LOG.error("{}: uncertain messages cannot be looked at", outlet.name(), e);
      }
      var alarm = time().schedule(LOOK, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }

  private Optional<DeadEvent> find(String message) {
    Predicate<DeadEvent> isIt =
        dead -> Message.of(dead.stored()).filter(it -> it.id().equals(message)).isPresent();
    List<DeadEvent> page = group.deadLetters(PAGE, Optional.empty());
    while (!page.isEmpty()) {
      Optional<DeadEvent> found = page.stream().filter(isIt).findFirst();
      if (found.isPresent()) {
        return found;
      }
      page = group.deadLetters(PAGE, Optional.of(page.getLast().stored().id()));
    }
    return Optional.empty();
  }

  private void forEach(java.util.function.Consumer<DeadEvent> action) {
    List<DeadEvent> page = group.deadLetters(PAGE, Optional.empty());
    while (!page.isEmpty() && !closed) {
      page.forEach(action);
      page = group.deadLetters(PAGE, Optional.of(page.getLast().stored().id()));
    }
  }

  private void look(DeadEvent dead) {
    Optional<Message> found = Message.of(dead.stored());
    if (found.isEmpty()) {
      discard(dead);
      return;
    }
    Message message = found.get();
    Set<MessageEventKind> kinds = kinds(message);
    if (kinds.contains(MessageEventKind.SENT) || kinds.contains(MessageEventKind.EXPIRED)) {
      discard(dead);
    } else if (kinds.contains(MessageEventKind.REFUSED)) {
      told.rerouteOnce(message, outlet.name());
      discard(dead);
    } else if (dead.letter().cause() == DeathCause.EXHAUSTED) {
      resolve(dead, message, Resolution.REFUSED);
    } else {
      if (!kinds.contains(MessageEventKind.UNCERTAIN)) {
        tell(message, MessageEventKind.UNCERTAIN, dead.died(), reason(dead));
      }
      if (isOver(dead) && isRecognised(dead)) {
        redrive(dead);
      }
    }
  }

  private Set<MessageEventKind> kinds(Message message) {
    return log.events(message.id()).stream()
        .filter(event -> event.hop() == message.hops().hop())
        .map(MessageEvent::kind)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(MessageEventKind.class)));
  }

  private static String reason(DeadEvent dead) {
    return dead.letter().failures().isEmpty()
        ? "its claim ended without an answer"
        : dead.letter().failures().getLast().error();
  }

  private boolean isOver(DeadEvent dead) {
    return !now().isBefore(dead.died().plus(overAfter()));
  }

  /**
   * How long after the death of a message its call has ended for certain, wherever it was made: the
   * lease was checked before it began.
   */
  private Duration overAfter() {
    Duration lease = group.definition().options().lease();
    return outlet.options().timeout().plus(lease.multipliedBy(2));
  }

  private boolean isRecognised(DeadEvent dead) {
    return outlet
        .connector()
        .repeats()
        .filter(promise -> isRemembered(dead, promise.lifetime()))
        .isPresent();
  }

  /**
   * Whether a key is remembered for certain when the call of a repeat ends: for as long as the
   * provider promises since the first time, which was not before the message came to this
   * connector, and no longer than repeats are recognised anywhere here.
   */
  private boolean isRemembered(DeadEvent dead, Duration promised) {
    Duration lifetime =
        promised.compareTo(MessageStreams.REPEATS) < 0 ? promised : MessageStreams.REPEATS;
    Instant end = now().plus(outlet.options().timeout());
    return end.isBefore(dead.stored().appendTime().plus(lifetime));
  }

  private void tell(Message message, MessageEventKind kind, Instant at, String reason) {
    told.streams()
        .tell(
            List.of(
                message
                    .happened(kind, at)
                    .through(outlet.name())
                    .because(Optional.empty(), Optional.of(reason))));
  }

  private void redrive(DeadEvent dead) {
    var _ = group.redrive(Redrive.of(List.of(new EventId(dead.stored().id().toString()))));
  }

  private void discard(DeadEvent dead) {
    List<EventAddress> ids = List.of(dead.stored().id());
    var _ = group.discard(ids);
  }
}
