package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import java.util.Optional;

/**
 * What a message says: of mail a subject with a text, HTML or both; of SMS a text; of the others a
 * text or data.
 *
 * @param subject of mail, in one line
 * @param text without markup
 * @param html of mail
 * @param data the body of a webhook, or what a provider's own template needs
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageContent(
    @Field("of mail, in one line") Optional<String> subject,
    @Field("without markup") Optional<String> text,
    @Field("of mail") Optional<String> html,
    @Field("the body of a webhook, or what a provider's own template needs") Optional<Json> data) {

  /** The longest content of a message, in characters of all parts together. */
  public static final int CHARS_MAX = 200_000;

  /**
   * A text alone.
   *
   * @param text without markup
   * @return the content
   */
  public static MessageContent text(String text) {
    return new MessageContent(
        Optional.empty(), Optional.of(text), Optional.empty(), Optional.empty());
  }

  /**
   * A mail without HTML.
   *
   * @param subject in one line
   * @param text without markup
   * @return the content
   */
  public static MessageContent mail(String subject, String text) {
    return new MessageContent(
        Optional.of(subject), Optional.of(text), Optional.empty(), Optional.empty());
  }
}
