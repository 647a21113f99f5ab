package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.WireException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message that is to be sent. Made of {@link #of} by naming what shall be otherwise.
 *
 * @param account whose it is
 * @param channel by which kind of way
 * @param from the sender, as the channel has it; absent for that of the connector
 * @param to the recipient, as the channel has it
 * @param content what it says; absent if a template does
 * @param template of what its content is made; absent if it has a content
 * @param times when it may leave
 * @param marks by what it is known to its sender
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record NewMessage(
    @Field("whose it is") AccountName account,
    @Field("email, sms, whatsapp, rcs or webhook") Channel channel,
    @Field("the sender, as the channel has it; the connector's without") Optional<String> from,
    @Field("the recipient, as the channel has it") String to,
    @Field("what it says; this or a template") Optional<MessageContent> content,
    @Field("of what its content is made") Optional<TemplateUse> template,
    @JsonUnwrapped MessageTimes times,
    @JsonUnwrapped MessageMarks marks) {

  /**
   * A checked message.
   *
   * @throws WireException if it has both a content and a template, or neither
   */
  public NewMessage {
    if (content.isPresent() == template.isPresent()) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "content, template: "
              + (content.isPresent() ? "both" : "none")
              + " (expected: exactly one of them)");
    }
  }

  /**
   * A message that may leave now.
   *
   * @param account whose it is
   * @param channel by which kind of way
   * @param to the recipient
   * @param content what it says
   * @return the message
   */
  public static NewMessage of(
      AccountName account, Channel channel, String to, MessageContent content) {
    return of(account, channel, to, Optional.of(content), Optional.empty());
  }

  /**
   * A message of a template, that may leave now.
   *
   * @param account whose it is
   * @param channel by which kind of way
   * @param to the recipient
   * @param template of what its content is made
   * @return the message
   */
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

  /**
   * Sets the sender.
   *
   * @param sender who sends it
   * @return changed message
   */
  public NewMessage from(String sender) {
    return new NewMessage(
        account, channel, Optional.of(sender), to, content, template, times, marks);
  }

  /**
   * Sets when it may leave.
   *
   * @param moment not before it
   * @return changed message
   */
  public NewMessage sendAt(Instant moment) {
    return with(new MessageTimes(Optional.of(moment), times.expiresAt(), times.timeZone()));
  }

  /**
   * Sets until when it may leave.
   *
   * @param moment not after it
   * @return changed message
   */
  public NewMessage expiresAt(Instant moment) {
    return with(new MessageTimes(times.sendAt(), Optional.of(moment), times.timeZone()));
  }

  /**
   * Sets where its recipient is.
   *
   * @param zone of the recipient
   * @return changed message
   */
  public NewMessage timeZone(String zone) {
    return with(new MessageTimes(times.sendAt(), times.expiresAt(), Optional.of(zone)));
  }

  /**
   * Sets what it belongs to.
   *
   * @param name what it belongs to
   * @return changed message
   */
  public NewMessage campaign(String name) {
    return with(new MessageMarks(Optional.of(name), marks.metadata(), marks.key(), marks.test()));
  }

  /**
   * Sets the sender's own texts.
   *
   * @param texts by name
   * @return changed message
   */
  public NewMessage metadata(Map<String, String> texts) {
    return with(new MessageMarks(marks.campaign(), texts, marks.key(), marks.test()));
  }

  /**
   * Sets its key.
   *
   * @param text by which a repeat is recognised
   * @return changed message
   */
  public NewMessage key(String text) {
    return with(
        new MessageMarks(marks.campaign(), marks.metadata(), Optional.of(text), marks.test()));
  }

  /**
   * Sets whether it is for trying out.
   *
   * @param trying whether it is
   * @return changed message
   */
  public NewMessage test(boolean trying) {
    return with(new MessageMarks(marks.campaign(), marks.metadata(), marks.key(), trying));
  }

  private NewMessage with(MessageTimes other) {
    return new NewMessage(account, channel, from, to, content, template, other, marks);
  }

  private NewMessage with(MessageMarks other) {
    return new NewMessage(account, channel, from, to, content, template, times, other);
  }
}
