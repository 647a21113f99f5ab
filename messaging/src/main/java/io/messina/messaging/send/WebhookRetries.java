package io.messina.messaging.send;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.connectors.SendResult;
import io.messina.messaging.Message;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.store.StoreException;
import io.messina.stream.RejectedEventException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The retries of webhooks and the end of endpoints: the waits between attempts that Standard
 * Webhooks 1.0.0 gives as an example, and the suppression of an endpoint that has failed for days,
 * or answers that it is gone. The suppression is published once, as an event of the last message.
 *
 * @param endpoints know the time since which each fails
 */
record WebhookRetries(OutcomeLog outcomes, EndpointHealth endpoints) {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookRetries.class);

  /** An endpoint says by this that it wants no more. */
  static final String GONE = "gone";

  /** Failures that are not the endpoint's own. */
  private static final Set<String> OWN = Set.of("secret", "busy", "auth");

  private static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  /** Whether a failure is not the endpoint's own. */
  static boolean isOwnFailure(SendResult result) {
    return result instanceof SendResult.Failed failed && OWN.contains(failed.code());
  }

  /** The wait after a number of attempts. */
  static Duration waitAfter(int attempts) {
    return WAITS.get(Math.min(attempts, WAITS.size()) - 1);
  }

  void succeeded(Message message) {
    MessageRecipient recipient = message.recipient();
    if (recipient.channel() == Channel.WEBHOOK) {
      try {
        endpoints.succeeded(recipient.account(), recipient.to());
      } catch (StoreException e) {
        LOG.debug("{}: it is not noted that it is well", recipient.to(), e);
      }
    }
  }

  /**
   * Records that an endpoint has not taken a webhook.
   *
   * @param code of the failure
   * @param reason for people
   * @return whether the endpoint is suppressed, by this call or before
   * @throws RejectedEventException if that cannot be published in the rest of the lease
   */
  boolean isGivenUp(MessageEvent failure, String code, String reason)
      throws RejectedEventException {
    if (failure.recipient().channel() != Channel.WEBHOOK || OWN.contains(code)) {
      return false;
    }
    try {
      if (code.equals(GONE)) {
        return giveUp(failure, "it is gone");
      }
      MessageRecipient recipient = failure.recipient();
      Instant since = endpoints.failed(recipient.account(), recipient.to(), reason);
      return isTooLong(since) && giveUp(failure, "it has failed for days: " + reason);
    } catch (StoreException e) {
      LOG.debug("{}: it is not noted that it fails", failure.recipient().to(), e);
      return false;
    }
  }

  private boolean isTooLong(Instant since) {
    return !outcomes.context().now().isBefore(since.plus(EndpointHealth.GIVEN_UP_AFTER));
  }

  private boolean giveUp(MessageEvent failure, String reason) throws RejectedEventException {
    MessageRecipient recipient = failure.recipient();
    Map<MessageRecipient, Suppression> standing =
        SuppressionTable.of(outcomes.context(), List.of(recipient));
    if (standing.isEmpty()) {
      outcomes.append(
          failure
              .then(MessageEventKind.DISABLED, failure.at())
              .because(Optional.empty(), Optional.of(reason)));
      SuppressionTable.write(
          outcomes.context().store(),
          new Suppression(
              recipient.account(),
              recipient.channel(),
              recipient.to(),
              SuppressionReason.DISABLED,
              failure.at(),
              Optional.of(failure.message())),
          outcomes.streams().nextTimestampMicros());
      LOG.info("{}: gets no more webhooks of {}", recipient.to(), recipient.account());
    }
    return true;
  }
}
