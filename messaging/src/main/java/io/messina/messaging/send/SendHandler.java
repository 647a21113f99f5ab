package io.messina.messaging.send;

import io.messina.api.Backoff;
import io.messina.api.GroupOptions;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendTracer;
import io.messina.messaging.Message;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.messaging.route.Breaker;
import io.messina.messaging.track.Receipts;
import io.messina.messaging.track.TrackedMessages;
import io.messina.messaging.track.UnsubscribeLinks;
import io.messina.store.StoreException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Lease;
import io.messina.stream.LeasedHandler;
import io.messina.stream.NotBegunException;
import io.messina.stream.RejectedEventException;
import io.messina.stream.RetryAfterException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one message after its claim is durable. It ends in one of these ways:
 *
 * <ul>
 *   <li>it returns, once the answer of the provider is durable: it has the message, or refuses it;
 *   <li>it throws {@link NotBegunException} or {@link RetryAfterException}, if the provider
 *       certainly does not have the message: only then it is claimed again;
 *   <li>it throws another exception, or does not return at all, if the outcome is unknown: the
 *       message becomes a dead letter.
 * </ul>
 */
final class SendHandler implements LeasedHandler {

  private static final Logger LOG = LoggerFactory.getLogger(SendHandler.class);

  private final UnsubscribeLinks links;
  private final SendTracer tracer;
  private final WebhookRetries retries;
  private final ConnectorInstance instance;
  private final OutcomeLog outcomes;
  private final Breaker breaker;
  private final ClaimControl claiming;
  private final Probation probation;
  private final SendPace pace;
  private volatile Optional<String> trouble = Optional.empty();

  /** The pause for a provider that throttles without a time to retry after. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String THROTTLED = "throttled";
  private static final String UNCERTAIN = "uncertain";

  /** The last attempts that groups allow are spread over the time that is left. */
  private static final int ATTEMPTS_SPREAD = GroupOptions.ATTEMPTS_MAX / 2;

  /**
   * Creates the handler of one connector.
   *
   * @param pace by which messages are claimed
   */
  SendHandler(
      SendServices services,
      ConnectorInstance instance,
      OutcomeLog outcomes,
      Breaker breaker,
      ClaimControl claiming,
      SendPace pace) {
    this.links = services.links();
    this.tracer = services.tracer();
    this.retries = new WebhookRetries(outcomes, services.endpoints());
    this.instance = instance;
    this.outcomes = outcomes;
    this.breaker = breaker;
    this.claiming = claiming;
    this.pace = pace;
    this.probation =
        new Probation(outcomes.context().time(), outcomes.context().random(), claiming);
  }

  @Override
  public void handle(ClaimedEvent claimed, Lease lease)
      throws NotBegunException, RetryAfterException, RejectedEventException {
    Optional<Message> found = Message.of(claimed.stored());
    if (found.isEmpty()) {
      return;
    }
    Message message = found.get();
    if (isOver(message)) {
      pace.giveBack(1);
      return;
    }
    checkTurn(message);
    OutgoingMessage outgoing = prepared(claimed, message);
    Duration timeout = instance.options().timeout();
    // Right before the call: a process that was paused since its claim must not begin it.
    if (lease.left().compareTo(timeout) < 0) {
      throw new NotBegunException("its lease may be over before the provider answers");
    }
    if (!isWebhook(message) && probation.isResting()) {
      throw new NotBegunException("its provider does not answer, and is left alone");
    }
    SendResult result = send(outgoing, timeout, claimed.attempt());
    // Endpoints of webhooks have their own health table.
    if (!isWebhook(message)
        || result instanceof SendResult.Accepted
        || WebhookRetries.isOwnFailure(result)) {
      trouble = trouble(result);
    }
    breaker.ended(result instanceof SendResult.Failed || result instanceof SendResult.Uncertain);
    if (!isWebhook(message)) {
      probation.ended(result);
    }
    settle(claimed, message, result);
  }

  /** Whether one message is tried at a time, as the provider does not answer. */
  boolean isOnProbation() {
    return probation.isOn();
  }

  /** Whether a message must not be sent any more; its end is published then. */
  private boolean isOver(Message message) throws NotBegunException, RejectedEventException {
    Optional<MessageEvent> end = beforeCall(() -> end(message));
    if (end.isEmpty()) {
      return false;
    }
    checkUnsent(message, end.get().kind().toString());
    try {
      outcomes.append(end.get());
    } catch (RejectedEventException e) {
      throw new NotBegunException(end.get().kind() + ": " + e.getMessage(), e);
    }
    return true;
  }

  private Optional<MessageEvent> end(Message message) {
    if (message.isExpired(now())) {
      return Optional.of(event(message, MessageEventKind.EXPIRED));
    }
    // It may have waited since it was routed: for its pace, a pause, or another attempt.
    return SuppressionTable.of(outcomes.context(), List.of(message.recipient())).values().stream()
        .findFirst()
        .map(
            found ->
                event(message, MessageEventKind.SUPPRESSED)
                    .because(Optional.empty(), Optional.of(SuppressionTable.sentence(found))));
  }

  private void checkTurn(Message message) throws RetryAfterException {
    Optional<Duration> wait = pace.untilTurn(message, now());
    if (wait.isPresent()) {
      pace.giveBack(1);
      throw new RetryAfterException("not yet, by the pace to its domain", wait.get());
    }
  }

  private OutgoingMessage prepared(ClaimedEvent claimed, Message message)
      throws NotBegunException, RejectedEventException {
    checkGeneration(claimed, message);
    return beforeCall(() -> outgoing(message));
  }

  /** Translates a failure before the call, which certainly sent nothing. */
  private static <T> T beforeCall(Supplier<T> action) throws NotBegunException {
    try {
      return action.get();
    } catch (RuntimeException | Error e) {
      throw new NotBegunException("before the call: " + e, e);
    }
  }

  /**
   * A definition that is older than the choice will soon be replaced on this node. An automatic
   * repeat is only sent to the provider that got the first call, while that provider recognises it.
   */
  private void checkGeneration(ClaimedEvent claimed, Message message)
      throws NotBegunException, RejectedEventException {
    if (message.routing().generation().orElse(0) > instance.generation()) {
      throw new NotBegunException("its connector has changed");
    }
    if (claimed.redriven()) {
      Optional<RepeatTable.Repeat> repeat =
          beforeCall(() -> RepeatTable.find(outcomes.context().store(), message));
      if (repeat.isPresent() && !repeat.get().isSafe(instance, now())) {
        throw new RejectedEventException("uncertain: its provider would not recognise a repeat");
      }
    }
  }

  /** Why the provider neither took nor refused the message of the last call; empty if it did. */
  Optional<String> trouble() {
    return trouble;
  }

  private static Optional<String> trouble(SendResult result) {
    return switch (result) {
      case SendResult.Accepted _, SendResult.Refused _ -> Optional.empty();
      case SendResult.Failed failed -> Optional.of(failed.code() + ": " + failed.reason());
      case SendResult.Throttled throttled -> Optional.of(THROTTLED + ": " + throttled.reason());
      case SendResult.Uncertain uncertain -> Optional.of("uncertain: " + uncertain.reason());
    };
  }

  private SendResult send(OutgoingMessage outgoing, Duration timeout, int number) {
    SendTracer.Attempt attempt =
        new SendTracer.Attempt(
            "send", instance.name(), outgoing.id(), List.of(outgoing.trace()), number);
    try {
      return tracer.send(
          attempt,
          trace -> instance.connector().send(outgoing.withTrace(trace), timeout),
          SendHandler::error);
    } catch (Throwable e) {
      LOG.warn("{}: the connector failed while it sent {}", instance.name(), outgoing.id(), e);
      return broken(e);
    }
  }

  /** The code, and not the reason, in which the recipient may be named. */
  private static Optional<String> error(SendResult result) {
    return switch (result) {
      case SendResult.Accepted _ -> Optional.empty();
      case SendResult.Refused refused -> Optional.of(refused.code());
      case SendResult.Failed failed -> Optional.of(failed.code());
      case SendResult.Throttled _ -> Optional.of(THROTTLED);
      case SendResult.Uncertain _ -> Optional.of(UNCERTAIN);
    };
  }

  /** A connector may throw after its provider has the message, so the outcome is unknown. */
  private static SendResult broken(Throwable thrown) {
    return new SendResult.Uncertain("the connector failed: " + thrown);
  }

  private void settle(ClaimedEvent claimed, Message message, SendResult result)
      throws NotBegunException, RetryAfterException, RejectedEventException {
    switch (result) {
      case SendResult.Accepted accepted -> {
        outcomes.append(
            event(message, MessageEventKind.SENT)
                .known(accepted.providerIds(), accepted.parts().orElseGet(message::parts)));
        retries.succeeded(message);
      }
      case SendResult.Refused refused -> {
        if (refused.scope() == RefusalScope.MESSAGE) {
          refused(message, refused.code(), refused.reason());
        } else {
          ended(message, refused);
        }
      }
      case SendResult.Failed failed ->
          failed(claimed, message, failed.code(), failed.reason(), Optional.empty());
      case SendResult.Throttled throttled -> {
        if (isWebhook(message)) { // it is its endpoint that takes no more, not the connector
          failed(claimed, message, THROTTLED, throttled.reason(), throttled.retryAfter());
        } else {
          claiming.pause(throttled.retryAfter().orElse(PAUSE));
          failed(claimed, message, THROTTLED, throttled.reason(), Optional.empty());
        }
      }
      case SendResult.Uncertain uncertain -> {
        expect(claimed, message, uncertain);
        throw new RejectedEventException("uncertain: " + uncertain.reason());
      }
    }
  }

  /** If that fails, the message is as uncertain as without it. */
  private void expect(ClaimedEvent claimed, Message message, SendResult.Uncertain uncertain) {
    Receipts receipts = new Receipts(outcomes.context(), outcomes.streams());
    Instant since = claimed.stored().appendTime();
    List<String> partIds = uncertain.partIds();
    // The last part is none that the provider certainly has
    int parts = Math.max(message.parts(), partIds.size() + 1);
    MessageEvent whole = event(message, MessageEventKind.UNCERTAIN);
    try {
      uncertain
          .ownId()
          .ifPresent(id -> receipts.expect(whole.known(List.of(), message.parts()), id, since));
      for (int i = 0; i < partIds.size(); i++) {
        receipts.expect(whole.known(List.of(), parts).ofPart(i + 1), partIds.get(i), since);
      }
    } catch (RuntimeException e) {
      LOG.debug("{}: its receipts do not resolve it", message.id(), e);
    }
  }

  private void failed(
      ClaimedEvent claimed,
      Message message,
      String code,
      String reason,
      Optional<Duration> retryAfter)
      throws NotBegunException, RetryAfterException, RejectedEventException {
    MessageEvent failure = event(message, MessageEventKind.REFUSED);
    if (retries.isGivenUp(failure, code, reason) || !now().isBefore(end(claimed))) {
      refused(message, code, reason);
      return;
    }
    if (claimed.attempt() >= GroupOptions.ATTEMPTS_MAX) {
      refused(message, code, "given up after %d attempts: %s".formatted(claimed.attempt(), reason));
      return;
    }
    String sentence = code + ": " + reason;
    Optional<Duration> wait = retryAfter.or(() -> wait(claimed, message));
    if (wait.isPresent()) {
      throw new RetryAfterException(sentence, wait.get());
    }
    throw new NotBegunException(sentence);
  }

  /** The wait before the next attempt; empty for the backoff of the group. */
  private Optional<Duration> wait(ClaimedEvent claimed, Message message) {
    if (isWebhook(message) && instance.options().backoff().isEmpty()) {
      return Optional.of(WebhookRetries.waitAfter(claimed.attempt()));
    }
    int left = GroupOptions.ATTEMPTS_MAX - claimed.attempt();
    if (left >= ATTEMPTS_SPREAD) {
      return Optional.empty();
    }
    Duration spread = Duration.between(now(), end(claimed)).dividedBy(left);
    Duration usual = instance.options().backoff().orElse(Backoff.DEFAULT).longest();
    return Optional.of(spread.compareTo(usual) > 0 ? spread : usual);
  }

  /** When it is tried no more. */
  private Instant end(ClaimedEvent claimed) {
    return claimed.stored().appendTime().plus(instance.options().retryFor());
  }

  private static boolean isWebhook(Message message) {
    return message.recipient().channel() == Channel.WEBHOOK;
  }

  /** Appended to the history first: the sweep completes a message that has only this event. */
  private void refused(Message message, String code, String reason) throws RejectedEventException {
    checkUnsent(message, code + ": " + reason);
    MessageEvent refusal = event(message, MessageEventKind.REFUSED);
    if (code.equals(WebhookRetries.GONE)) {
      boolean _ = retries.isGivenUp(refusal, code, reason);
    }
    outcomes.append(refusal.because(Optional.of(code), Optional.of(reason)));
    outcomes.reroute(message, instance.name());
  }

  /**
   * No provider can or may reach the recipient: no other connector is chosen, and the tracker
   * suppresses the recipient. Appended to the history first, so that the sweep also chooses no
   * other connector.
   */
  private void ended(Message message, SendResult.Refused refused) throws RejectedEventException {
    checkUnsent(message, refused.code() + ": " + refused.reason());
    MessageEventKind kind =
        refused.scope() == RefusalScope.BOUNCED
            ? MessageEventKind.BOUNCED
            : MessageEventKind.UNSUBSCRIBED;
    for (MessageEventKind each : List.of(kind, MessageEventKind.FAILED, MessageEventKind.REFUSED)) {
      outcomes.append(
          event(message, each).because(Optional.of(refused.code()), Optional.of(refused.reason())));
    }
  }

  /**
   * The answer to a repeat says nothing about the call before, whose outcome is unknown.
   *
   * @throws RejectedEventException if an earlier call may have been made: the message stays
   *     uncertain
   */
  private void checkUnsent(Message message, String now) throws RejectedEventException {
    boolean wasUncertain;
    try {
      wasUncertain = wasUncertain(message);
    } catch (StoreException e) {
      throw new RejectedEventException("uncertain: whether it was sent before; now " + now, e);
    }
    if (wasUncertain) {
      throw new RejectedEventException("uncertain: may have been sent before; now " + now);
    }
  }

  private boolean wasUncertain(Message message) {
    return new TrackedMessages(outcomes.context())
        .events(message.id()).stream()
            .anyMatch(
                event ->
                    event.hop() == message.routing().hop()
                        && event.kind() == MessageEventKind.UNCERTAIN);
  }

  private MessageEvent event(Message message, MessageEventKind kind) {
    return message.event(kind, now()).through(instance.name());
  }

  private Instant now() {
    return outcomes.context().now();
  }

  private OutgoingMessage outgoing(Message message) {
    return new OutgoingMessage(
        message.id(),
        message.from(),
        message.recipient().to(),
        content(message.content()),
        message.metadata(),
        links.of(message),
        message.expiresAt().map(end -> Duration.between(now(), end)),
        message.trace());
  }

  private static Content content(MessageContent content) {
    if (content.subject().isPresent()) {
      return new Content.Mail(content.subject().get(), content.text(), content.html());
    }
    return content
        .text()
        .<Content>map(Content.Text::new)
        .or(() -> content.data().map(json -> new Content.Structured(json.text())))
        .orElseThrow();
  }
}
