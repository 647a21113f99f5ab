package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.WireException;
import java.util.Optional;

/** A message to send. Begin with {@link #of}. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record NewMessage(
    @Field("account of the message") AccountName account,
    @Field("email, sms, whatsapp, rcs or webhook") Channel channel,
    @Field("sender in the form of the channel; that of the connector if absent")
        Optional<String> from,
    @Field("recipient in the form of the channel") String to,
    @Field(value = "content; either this or template", wither = false)
        Optional<MessageContent> content,
    @Field(value = "template that makes the content; either this or content", wither = false)
        Optional<TemplateUse> template,
    @JsonUnwrapped MessageTimes times,
    @JsonUnwrapped MessageMarks marks)
    implements NewMessageWithers {

  public NewMessage {
    if (content.isPresent() == template.isPresent()) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "content, template: "
              + (content.isPresent() ? "both" : "none")
              + " (expected: exactly one of them)");
    }
  }

  /** A message that may leave now. */
  public static NewMessage of(
      AccountName account, Channel channel, String to, MessageContent content) {
    return of(account, channel, to, Optional.of(content), Optional.empty());
  }

  /** A message of a template, that may leave now. */
  public static NewMessage of(
      AccountName account, Channel channel, String to, TemplateUse template) {
    return of(account, channel, to, Optional.empty(), Optional.of(template));
  }

  private static NewMessage of(
      AccountName account,
      Channel channel,
      String to,
      Optional<MessageContent> content,
      Optional<TemplateUse> template) {
    return new NewMessage(
        account,
        channel,
        Optional.empty(),
        to,
        content,
        template,
        MessageTimes.NOW,
        MessageMarks.NONE);
  }
}
