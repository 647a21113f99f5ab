package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.WireException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
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
 * @param sendAt not before this time, up to a year away; absent for now
 * @param expiresAt not after this time; absent for whenever it can be sent
 * @param campaign what it belongs to, at most 100 characters
 * @param metadata of the sender's own, at most 20 short texts by name
 * @param timeZone of the recipient, as in {@code Europe/Rome}, for the quiet hours of the account;
 *     absent for that of its number's country, if it has only one, else that of the account
 * @param key by which a repeat of this message is recognised for 24 hours, at most 200 characters;
 *     absent if each one is another message
 * @param test whether it is for trying out: it is sent, whatever quotas and quiet hours say
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record NewMessage(
    @Field("whose it is") AccountName account,
    @Field("email, sms, whatsapp, rcs or webhook") Channel channel,
    @Field("the sender, as the channel has it; the connector's without") Optional<String> from,
    @Field("the recipient, as the channel has it") String to,
    @Field("what it says; this or a template") Optional<MessageContent> content,
    @Field("of what its content is made") Optional<TemplateUse> template,
    @Field("not before this time, up to a year away") Optional<Instant> sendAt,
    @Field("not after this time") Optional<Instant> expiresAt,
    @Field("what it belongs to, such as a campaign") Optional<String> campaign,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "texts of the sender's own, by name", otherwise = "{}")
        Map<String, String> metadata,
    @Field("of the recipient, as in Europe/Rome, for quiet hours") Optional<String> timeZone,
    @Field("by which a repeat is recognised for 24 hours") Optional<String> key,
    @Field(value = "whether quotas and quiet hours do not count", otherwise = "false")
        boolean test) {

  /**
   * Keeps a copy of the metadata, in its order.
   *
   * @throws WireException if it has both a content and a template, or neither
   */
  public NewMessage {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
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
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /**
   * Sets the sender.
   *
   * @param sender who sends it
   * @return changed message
   */
  public NewMessage from(String sender) {
    return new NewMessage(
        account,
        channel,
        Optional.of(sender),
        to,
        content,
        template,
        sendAt,
        expiresAt,
        campaign,
        metadata,
        timeZone,
        key,
        test);
  }

  /**
   * Sets when it may leave.
   *
   * @param moment not before it
   * @return changed message
   */
  public NewMessage sendAt(Instant moment) {
    return new NewMessage(
        account,
        channel,
        from,
        to,
        content,
        template,
        Optional.of(moment),
        expiresAt,
        campaign,
        metadata,
        timeZone,
        key,
        test);
  }

  /**
   * Sets until when it may leave.
   *
   * @param moment not after it
   * @return changed message
   */
  public NewMessage expiresAt(Instant moment) {
    return new NewMessage(
        account,
        channel,
        from,
        to,
        content,
        template,
        sendAt,
        Optional.of(moment),
        campaign,
        metadata,
        timeZone,
        key,
        test);
  }

  /**
   * Sets what it belongs to.
   *
   * @param name what it belongs to
   * @return changed message
   */
  public NewMessage campaign(String name) {
    return new NewMessage(
        account,
        channel,
        from,
        to,
        content,
        template,
        sendAt,
        expiresAt,
        Optional.of(name),
        metadata,
        timeZone,
        key,
        test);
  }

  /**
   * Sets the sender's own texts.
   *
   * @param texts by name
   * @return changed message
   */
  public NewMessage metadata(Map<String, String> texts) {
    return new NewMessage(
        account, channel, from, to, content, template, sendAt, expiresAt, campaign, texts, timeZone,
        key, test);
  }

  /**
   * Sets where its recipient is.
   *
   * @param zone of the recipient
   * @return changed message
   */
  public NewMessage timeZone(String zone) {
    return new NewMessage(
        account,
        channel,
        from,
        to,
        content,
        template,
        sendAt,
        expiresAt,
        campaign,
        metadata,
        Optional.of(zone),
        key,
        test);
  }

  /**
   * Sets its key.
   *
   * @param text by which a repeat is recognised
   * @return changed message
   */
  public NewMessage key(String text) {
    return new NewMessage(
        account,
        channel,
        from,
        to,
        content,
        template,
        sendAt,
        expiresAt,
        campaign,
        metadata,
        timeZone,
        Optional.of(text),
        test);
  }

  /**
   * Sets whether it is for trying out.
   *
   * @param trying whether it is
   * @return changed message
   */
  public NewMessage test(boolean trying) {
    return new NewMessage(
        account, channel, from, to, content, template, sendAt, expiresAt, campaign, metadata,
        timeZone, key, trying);
  }
}
