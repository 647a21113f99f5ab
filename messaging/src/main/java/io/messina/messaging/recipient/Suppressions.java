package io.messina.messaging.recipient;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionPage;
import io.messina.api.message.account.SuppressionReason;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The suppressed recipients, for people who look at them and change them. Messages that are routed
 * after a change follow it. A recipient may be given in any form that messages accept. Safe for use
 * by many threads.
 *
 * @param endpoints of webhooks; the end of a suppression also resets the health of the endpoint
 */
public record Suppressions(Context context, MessageStreams streams, EndpointHealth endpoints) {
  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(SuppressionTable.TABLE, EndpointTable.TABLE);

  /**
   * Suppresses a recipient, and replaces an earlier suppression.
   *
   * @throws RequestException.Refused if no message can be sent to the recipient
   */
  public Suppression put(
      AccountName account, Channel channel, String recipient, SuppressionReason reason) {
    String to = address(channel, recipient);
    Suppression wanted =
        new Suppression(account, channel, to, reason, context.now(), Optional.empty());
    SuppressionTable.write(context.store(), wanted, streams.nextTimestampMicros());
    return SuppressionTable.find(context.store(), account, channel, to).orElse(wanted);
  }

  /**
   * Finds the suppression of a recipient.
   *
   * @return empty if it gets messages
   */
  public Optional<Suppression> find(AccountName account, Channel channel, String recipient) {
    return SuppressionTable.find(context.store(), account, channel, address(channel, recipient));
  }

  /**
   * Ends the suppression of a recipient; messages that were suppressed before are not sent.
   *
   * @return whether it was suppressed
   */
  public boolean delete(AccountName account, Channel channel, String recipient) {
    String to = address(channel, recipient);
    boolean stands = SuppressionTable.find(context.store(), account, channel, to).isPresent();
    if (channel == Channel.WEBHOOK) {
      endpoints.forget(account, to);
    }
    SuppressionTable.delete(context.store(), account, channel, to, streams.nextTimestampMicros());
    return stands;
  }

  /**
   * Lists suppressed recipients.
   *
   * @param only of this channel; empty for all
   * @param after the next of the page before
   */
  public SuppressionPage list(
      AccountName account, Optional<Channel> only, Optional<Place> after, int limit) {
    List<Suppression> found = new ArrayList<>();
    for (Channel channel : Channel.values()) {
      boolean isBefore = after.filter(place -> place.channel.compareTo(channel) > 0).isPresent();
      if (only.filter(wanted -> wanted != channel).isEmpty() && !isBefore) {
        Optional<String> from =
            after.filter(place -> place.channel == channel).map(Place::recipient);
        found.addAll(
            SuppressionTable.read(
                context.store(), account, channel, from, limit + 1 - found.size()));
      }
      if (found.size() > limit) {
        List<Suppression> page = found.subList(0, limit);
        return new SuppressionPage(page, Optional.of(Place.of(page.getLast()).toString()));
      }
    }
    return new SuppressionPage(found, Optional.empty());
  }

  /**
   * The end of a page of a list.
   *
   * @param channel of its last one
   * @param recipient of its last one
   */
  public record Place(Channel channel, String recipient) {

    static Place of(Suppression last) {
      return new Place(last.channel(), last.recipient());
    }

    /**
     * Reads the next of an answer.
     *
     * @throws IllegalArgumentException if it is no next of an answer
     */
    public static Place parse(String text) {
      for (Channel channel : Channel.values()) {
        String beginning = channel + "/";
        if (text.startsWith(beginning)) {
          return new Place(channel, text.substring(beginning.length()));
        }
      }
      throw new IllegalArgumentException("after: unknown (expected: the next of a page)");
    }

    @Override
    public String toString() {
      return channel + "/" + recipient;
    }
  }

  private static String address(Channel channel, String recipient) {
    try {
      return Recipient.of(channel, recipient).address();
    } catch (IllegalArgumentException e) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS, String.valueOf(e.getMessage()));
    }
  }
}
