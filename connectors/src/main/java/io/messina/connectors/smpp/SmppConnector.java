package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppForm;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.ConnectorTime;
import io.messina.connectors.Content;
import io.messina.connectors.Inbox;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jsmpp.bean.BindType;

/**
 * Sends texts through a message centre (SMSC) by SMPP 3.4. SMPP has no key by which a message
 * centre recognises a repeat, so nothing is ever submitted twice:
 *
 * <ul>
 *   <li>A negative answer is {@link SendResult.Refused}, {@link SendResult.Failed} or {@link
 *       SendResult.Throttled}.
 *   <li>A message that was not written to the connection fails: without a bind at once ({@code
 *       connect}), without room in the window when the time is over ({@code window}).
 *   <li>An answer that does not come, or a bind that is lost before it, is {@link
 *       SendResult.Uncertain}.
 *   <li>A long text is submitted part by part, each after the answer to the one before. If the
 *       first is not accepted, its result is the result of the message. A later part that is
 *       throttled, or finds a full queue, is submitted again within the time, since it is certain
 *       that it was not taken. If a later part is not accepted in the end, the message is
 *       uncertain, with the ids of the parts that are: a phone may show them, and sending all again
 *       would be a repeat.
 * </ul>
 *
 * <p>When the message centre throttles a bind, that bind submits nothing for a while, from 1 s on
 * and twice as long after each further time, up to 60 s; until then messages are throttled at once.
 *
 * <p>Receipts, which name a part by its id, are given to the inbox as they come: doubled, early and
 * in any order; so are replies, part by part. Both are answered after the inbox has returned; if it
 * throws, the message centre is told to send it again.
 *
 * <p>A refusal by one of the statuses that the options name is one of the recipient.
 *
 * <p>Refused before they are handed over are recipients that are no number and senders that are
 * neither a number nor a short name ({@code address}), contents that are no text ({@code content}),
 * and texts that the encoding cannot hold or that have more than 255 parts ({@code encoding}).
 */
public final class SmppConnector implements Connector {

  /** The pause, when the message centre's queue is full, before a later part is tried again. */
  private static final Duration QUEUE_PAUSE = Duration.ofSeconds(1);

  private final SmppForm form;
  private final SmscAddress source;
  private final SmscIds ids;
  private final Set<String> unreachable;
  private final ConnectorTime time;
  private final List<SmscBind> senders = new ArrayList<>();
  private final List<SmscBind> receivers = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * Checks the sender.
   *
   * @throws IllegalArgumentException with a sentence, if it is no address
   */
  public static void check(SmppOptions options) {
    var _ = SmscAddress.standard(options.form());
  }

  /**
   * Begins to bind, and keeps binding until it is closed.
   *
   * @param secrets finds the password, again for each bind
   * @param inbox takes receipts and replies, on many threads
   * @param time the clock to wait by
   * @param random for the jitter of waits; asked during this call only
   * @throws IllegalArgumentException if the sender in the options is no address
   */
  public SmppConnector(
      SmppOptions options,
      Secrets secrets,
      Inbox inbox,
      ConnectorTime time,
      RandomGenerator random) {
    this.form = options.form();
    this.source = SmscAddress.standard(form);
    this.ids = new SmscIds(options.inbound().msgIdType());
    this.unreachable =
        options.inbound().unreachableStatuses().stream()
            .map(Long::decode)
            .map(status -> CommandStatus.code(status.intValue()))
            .collect(Collectors.toSet());
    this.time = time;
    ReceiptDesk desk = new ReceiptDesk(inbox, options.inbound());
    SplittableRandom seeded = new SplittableRandom(random.nextLong());
    Supplier<Secret> password = () -> secrets.find(options.account().password());
    boolean both = options.account().transceiver();
    for (int i = 0; i < options.account().binds(); i++) {
      BindType type = both ? BindType.BIND_TRX : BindType.BIND_TX;
      senders.add(new SmscBind(options, type, password, desk, time, seeded));
    }
    if (!both && form.receipts()) {
      receivers.add(new SmscBind(options, BindType.BIND_RX, password, desk, time, seeded));
    }
    senders.forEach(SmscBind::start);
    receivers.forEach(SmscBind::start);
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    Deadline deadline = Deadline.after(time, timeout);
    if (!(message.content() instanceof Content.Text content)) {
      return new SendResult.Refused("content", "a short message is a text");
    }
    Optional<SmscAddress> to = SmscAddress.recipient(message.to());
    Optional<SmscAddress> from =
        message.from().map(SmscAddress::sender).orElse(Optional.of(source));
    if (to.isEmpty() || from.isEmpty()) {
      return new SendResult.Refused(
          "address", (to.isEmpty() ? "the recipient" : "the sender") + " is no number");
    }
    Optional<ShortMessage> encoded = ShortMessage.of(message.id(), content.text(), form);
    return encoded.isEmpty()
        ? new SendResult.Refused(
            "encoding", "the text does not fit the encoding, or is too long for short messages")
        : send(submissions(from.get(), to.get(), encoded.get(), message.validFor()), deadline);
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return Optional.empty();
  }

  /**
   * Waits until all binds are bound.
   *
   * @param most the longest wait, for each bind
   * @return false if one is not
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitBound(Duration most) throws InterruptedException {
    for (SmscBind bind : senders) {
      if (!bind.awaitBound(most)) {
        return false;
      }
    }
    for (SmscBind bind : receivers) {
      if (!bind.awaitBound(most)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    senders.forEach(SmscBind::close);
    receivers.forEach(SmscBind::close);
  }

  private List<Submission> submissions(
      SmscAddress from, SmscAddress to, ShortMessage encoded, Optional<Duration> validFor) {
    return encoded.parts().stream()
        .map(
            part ->
                new Submission(
                    from,
                    to,
                    encoded.encoding(),
                    encoded.isLong(),
                    form.receipts(),
                    validFor,
                    part))
        .toList();
  }

  private SendResult send(List<Submission> parts, Deadline deadline) {
    SmscBind bind = bind();
    List<String> found = new ArrayList<>();
    SendResult last = bind.submit(parts.getFirst(), deadline);
    int taken = 0;
    while (last instanceof SendResult.Accepted accepted) {
      accepted.providerIds().forEach(id -> found.add(ids.ofAnswer(id)));
      taken++;
      if (taken == parts.size()) {
        return new SendResult.Accepted(
            found.size() == taken ? found : found.stream().limit(1).toList(), taken);
      }
      last = submitLater(bind, parts.get(taken), deadline);
    }
    return taken == 0 ? scoped(last) : torn(taken, parts.size(), last, found);
  }

  /** Some statuses are about the recipient, with any sender. */
  private SendResult scoped(SendResult answer) {
    return switch (answer) {
      case SendResult.Refused(String code, String reason, RefusalScope _)
          when unreachable.contains(code) ->
          new SendResult.Refused(code, reason, RefusalScope.BOUNCED);
      case SendResult.Failed(String code, String reason) when unreachable.contains(code) ->
          new SendResult.Refused(code, reason, RefusalScope.BOUNCED);
      case SendResult other -> other;
    };
  }

  private SendResult submitLater(SmscBind bind, Submission part, Deadline deadline) {
    SendResult result = bind.submit(part, deadline);
    while (patience(result).filter(wait -> pass(wait, deadline)).isPresent()) {
      result = bind.submit(part, deadline);
    }
    return result;
  }

  /** Returns the wait before a part that was certainly not taken is sent again. */
  private static Optional<Duration> patience(SendResult result) {
    return switch (result) {
      case SendResult.Throttled throttled -> throttled.retryAfter();
      case SendResult.Failed failed when failed.code().equals(CommandStatus.QUEUE_FULL) ->
          Optional.of(QUEUE_PAUSE);
      case SendResult.Failed failed -> Optional.empty();
      case SendResult.Refused refused -> Optional.empty();
      case SendResult.Accepted accepted -> Optional.empty();
      case SendResult.Uncertain uncertain -> Optional.empty();
    };
  }

  /** Lets time pass; false if the message has not as much, or its thread is interrupted. */
  private boolean pass(Duration wait, Deadline deadline) {
    if (deadline.left().compareTo(wait) <= 0) {
      return false;
    }
    CompletableFuture<Boolean> passed = new CompletableFuture<>();
    time.schedule(wait, () -> passed.complete(true));
    try {
      return passed.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }

  private static SendResult torn(int taken, int all, SendResult last, List<String> ids) {
    String why =
        switch (last) {
          case SendResult.Refused refused -> refused.reason();
          case SendResult.Failed failed -> failed.reason();
          case SendResult.Throttled throttled -> throttled.reason();
          case SendResult.Uncertain uncertain -> uncertain.reason();
          case SendResult.Accepted accepted -> "accepted";
        };
    return new SendResult.Uncertain(
        "%d of %d parts were accepted, the next not: %s".formatted(taken, all, why),
        ids.size() == taken ? ids : List.of());
  }

  /** Binds take turns; one that cannot send now is passed over if another can. */
  private SmscBind bind() {
    int begin = Math.floorMod(turn.getAndIncrement(), senders.size());
    for (int i = 0; i < senders.size(); i++) {
      SmscBind bind = senders.get((begin + i) % senders.size());
      if (bind.isReady()) {
        return bind;
      }
    }
    return senders.stream().filter(SmscBind::isBound).findFirst().orElse(senders.get(begin));
  }
}
