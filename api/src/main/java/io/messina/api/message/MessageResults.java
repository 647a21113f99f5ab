package io.messina.api.message;

import io.messina.api.Field;
import java.util.List;

/**
 * What became of many messages.
 *
 * @param accepted how many are accepted now
 * @param repeated how many had been accepted before
 * @param refused how many are not accepted
 * @param messages what became of each, in their order
 */
public record MessageResults(
    @Field("how many are accepted now") int accepted,
    @Field("how many had been accepted before") int repeated,
    @Field("how many are not accepted") int refused,
    @Field("what became of each, in their order") List<MessageResult> messages) {

  /** Keeps a copy. */
  public MessageResults {
    messages = List.copyOf(messages);
  }

  /**
   * Counts results.
   *
   * @param messages in their order
   * @return all of it
   */
  public static MessageResults of(List<MessageResult> messages) {
    int repeated = (int) messages.stream().filter(MessageResult::repeated).count();
    int refused = (int) messages.stream().filter(each -> each.message().isEmpty()).count();
    return new MessageResults(messages.size() - repeated - refused, repeated, refused, messages);
  }
}
