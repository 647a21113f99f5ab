package io.messina.api.message;

import io.messina.api.Field;
import java.util.List;

/** Results of accepting many messages. */
public record MessageResults(
    @Field("messages accepted now") int accepted,
    @Field("messages accepted before") int repeated,
    @Field("messages not accepted") int refused,
    @Field("result of each message, in their order") List<MessageResult> messages) {

  public MessageResults {
    messages = List.copyOf(messages);
  }

  /** Counts results. */
  public static MessageResults of(List<MessageResult> messages) {
    int repeated = (int) messages.stream().filter(MessageResult::repeated).count();
    int refused = (int) messages.stream().filter(each -> each.message().isEmpty()).count();
    return new MessageResults(messages.size() - repeated - refused, repeated, refused, messages);
  }
}
