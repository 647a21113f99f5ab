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
 * Who gets nothing more, as somebody looks at it and changes it. Messages that are routed after a
 * change follow it. Recipients are given in any form that messages may have. Safe for use by many
 * threads.
 *
 * @param context of the process
 * @param streams of messages
 * @param endpoints of webhooks; one that gets something again begins anew
 */
public record Suppressions(Context context, MessageStreams streams, EndpointHealth endpoints) {
  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(SuppressionTable.TABLE, EndpointTable.TABLE);

  /**
   * Says that a recipient gets nothing more. What stood before is replaced.
   *
   * @param account whose messages
   * @param channel by which kind of way
   * @param recipient as the channel has it
   * @param reason why
   * @throws RequestException.Refused if no message can go there anyway
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
   * Looks up a recipient.
   *
   * @param account whose messages
   * @param channel by which kind of way
   * @param recipient as the channel has it
   * @return empty if it gets messages
   */
  public Optional<Suppression> find(AccountName account, Channel channel, String recipient) {
    return SuppressionTable.find(context.store(), account, channel, address(channel, recipient));
  }

  /**
   * Says that a recipient gets messages again; what was suppressed before is not sent by that.
   *
   * @param account whose messages
   * @param channel by which kind of way
   * @param recipient as the channel has it
   * @return whether it got nothing until now
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
   * Lists who gets nothing more.
   *
   * @param account whose messages
   * @param only by which kind of way; empty for all
   * @param after the next of the page before
   * @param limit how many at most
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
   * Where a page of a list ends.
   *
   * @param channel of its last one
   * @param recipient of its last one
   */
  public record Place(Channel channel, String recipient) {

    static Place of(Suppression last) {
      return new Place(last.channel(), last.recipient());
    }

    /**
     * Reads what stood in an answer.
     *
     * @throws IllegalArgumentException if it did not
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
