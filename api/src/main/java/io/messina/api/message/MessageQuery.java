package io.messina.api.message;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.util.Map;
import java.util.Optional;

/** The messages to find: of a campaign, or to a recipient. */
public record MessageQuery(
    @Field("account of the messages") AccountName account,
    @Field(value = "campaign of the messages; either this or to", wither = false)
        Optional<String> campaign,
    @Field(
            value = "recipient of the messages in its form in events; either this or campaign",
            wither = false)
        Optional<String> to,
    @Field("current state of the messages; any if absent") Optional<MessageState> state,
    @Field(value = "maximum number of messages", min = "1", max = "1000", otherwise = "100")
        int limit,
    @Field("value of next in the previous page") Optional<String> after)
    implements MessageQueryWithers {

  public MessageQuery {
    RecordField.check(MessageQuery.class, account, campaign, to, state, limit, after);
    if (campaign.isPresent() == to.isPresent()) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "campaign, to: " + (to.isPresent() ? "both" : "neither") + " (expected: one of them)");
    }
  }

  /** The first messages of a campaign. */
  public static MessageQuery ofCampaign(AccountName account, String campaign) {
    return Wire.of(MessageQuery.class, Map.of("account", account, "campaign", campaign));
  }

  /** The first messages to a recipient. */
  public static MessageQuery to(AccountName account, String to) {
    return Wire.of(MessageQuery.class, Map.of("account", account, "to", to));
  }

  /** The same, of one state only. */
  public MessageQuery in(MessageState wanted) {
    return state(wanted);
  }
}
