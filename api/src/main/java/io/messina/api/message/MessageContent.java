package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import java.util.Optional;

/**
 * The content of a message: of mail a subject with a text, HTML or both; of SMS a text; of the
 * others a text or data.
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageContent(
    @Field("subject of mail, in one line") Optional<String> subject,
    @Field("text without markup") Optional<String> text,
    @Field("HTML of mail") Optional<String> html,
    @Field("body of a webhook, or data for a template of the provider") Optional<Json> data) {

  /** The longest content of a message, in characters of all parts together. */
  public static final int CHARS_MAX = 200_000;

  /**
   * A text alone.
   *
   * @param text without markup
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
   */
  public static MessageContent mail(String subject, String text) {
    return new MessageContent(
        Optional.of(subject), Optional.of(text), Optional.empty(), Optional.empty());
  }
}
