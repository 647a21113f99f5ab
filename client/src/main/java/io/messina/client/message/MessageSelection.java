package io.messina.client.message;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageState;
import io.messina.client.internal.Query;
import java.util.Optional;

/**
 * A selection of messages of an account: by campaign, or by recipient.
 *
 * @param account whose they are
 * @param campaign the campaign; empty if the recipient is given
 * @param to the recipient; empty if the campaign is given
 * @param state only those in it
 * @param limit how many an answer has at most, from 1 to 1,000
 */
public record MessageSelection(
    AccountName account,
    Optional<String> campaign,
    Optional<String> to,
    Optional<MessageState> state,
    int limit) {

  private static final int LIMIT = 1_000;

  /**
   * The messages of a campaign.
   *
   * @param account whose they are
   * @param campaign the campaign
   * @return those in any state, a thousand in an answer
   */
  public static MessageSelection ofCampaign(String account, String campaign) {
    return new MessageSelection(
        new AccountName(account), Optional.of(campaign), Optional.empty(), Optional.empty(), LIMIT);
  }

  /**
   * The messages to a recipient.
   *
   * @param account whose they are
   * @param recipient as the channel has it
   * @return those in any state, a thousand in an answer
   */
  public static MessageSelection to(String account, String recipient) {
    return new MessageSelection(
        new AccountName(account),
        Optional.empty(),
        Optional.of(recipient),
        Optional.empty(),
        LIMIT);
  }

  /**
   * Only those in a state.
   *
   * @param wanted the state
   * @return another selection
   */
  public MessageSelection in(MessageState wanted) {
    return new MessageSelection(account, campaign, to, Optional.of(wanted), limit);
  }

  Query query() {
    return Query.NONE
        .with("account", account)
        .with("campaign", campaign)
        .with("to", to)
        .with("state", state)
        .with("limit", limit);
  }
}
