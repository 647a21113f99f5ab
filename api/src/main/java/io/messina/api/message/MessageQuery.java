package io.messina.api.message;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.Optional;

/**
 * Which messages somebody looks for: those of a campaign, or those to a recipient.
 *
 * @param account whose
 * @param campaign what they belong to; empty if a recipient is given
 * @param to the recipient, as events have it; empty if a campaign is given
 * @param state only those that are in it now; empty for all
 * @param limit how many at most, from 1 to 1,000
 * @param after the message behind which to go on, as {@link MessagePage#next} said
 */
public record MessageQuery(
    @Field("whose messages") AccountName account,
    @Field("what they belong to; this or to") Optional<String> campaign,
    @Field("the recipient, as events have it; this or campaign") Optional<String> to,
    @Field("only those that are in this state now") Optional<MessageState> state,
    @Field(value = "maximum number of messages", min = "1", max = "1000", otherwise = "100")
        int limit,
    @Field("value of next in the previous page") Optional<String> after) {

  private static final int LIMIT_DEFAULT = 100;

  /**
   * A checked query.
   *
   * @throws WireException if the limit is out of bounds, or not one of campaign and recipient is
   *     given
   */
  public MessageQuery {
    RecordField.check(MessageQuery.class, account, campaign, to, state, limit, after);
    if (campaign.isPresent() == to.isPresent()) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "campaign, to: " + (to.isPresent() ? "both" : "neither") + " (expected: one of them)");
    }
  }

  /**
   * The first messages of a campaign.
   *
   * @param account whose
   * @param campaign which
   * @return the query
   */
  public static MessageQuery ofCampaign(AccountName account, String campaign) {
    return new MessageQuery(
        account,
        Optional.of(campaign),
        Optional.empty(),
        Optional.empty(),
        LIMIT_DEFAULT,
        Optional.empty());
  }

  /**
   * The first messages to a recipient.
   *
   * @param account whose
   * @param to which, as events have it
   * @return the query
   */
  public static MessageQuery to(AccountName account, String to) {
    return new MessageQuery(
        account,
        Optional.empty(),
        Optional.of(to),
        Optional.empty(),
        LIMIT_DEFAULT,
        Optional.empty());
  }

  /**
   * The same, of one state only.
   *
   * @param wanted the state
   * @return the query
   */
  public MessageQuery in(MessageState wanted) {
    return new MessageQuery(account, campaign, to, Optional.of(wanted), limit, after);
  }

  /**
   * The same, with longer or shorter pages.
   *
   * @param most how many at most, from 1 to 1,000
   * @return the query
   */
  public MessageQuery limit(int most) {
    return new MessageQuery(account, campaign, to, state, most, after);
  }

  /**
   * The same, from where a page ended.
   *
   * @param next what the page before called next
   * @return the query
   */
  public MessageQuery after(String next) {
    return new MessageQuery(account, campaign, to, state, limit, Optional.of(next));
  }
}
