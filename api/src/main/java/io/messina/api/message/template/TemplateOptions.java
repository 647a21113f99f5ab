package io.messina.api.message.template;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Shown;
import io.messina.api.WireException;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The content of a template. Texts, and texts within data, are Mustache: {@code {{name}}} is a
 * parameter, {@code {{order.number}}} a part of one, {@code {{#items}}…{{/items}}} repeats for each
 * element of a list and appears unless the value is missing, false or empty, {@code
 * {{^items}}…{{/items}}} only if it is. A parameter that begins a section may be missing; any other
 * missing one refuses the message. Values are escaped in HTML, and stay texts in data.
 */
public record TemplateOptions(
    @Field("channel of the messages") Channel channel,
    @Field("language of messages without one, as in en or pt-BR") String language,
    @Field("content by language, at most 100") Map<String, MessageContent> languages) {

  /** The most languages. */
  public static final int LANGUAGES_MAX = 100;

  private static final Pattern LANGUAGE =
      Pattern.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}");

  public TemplateOptions {
    RecordField.check(TemplateOptions.class, channel, language, languages);
    languages = Collections.unmodifiableMap(new LinkedHashMap<>(languages));
    check(
        languages.size() <= LANGUAGES_MAX,
        "languages: " + languages.size() + " (expected: up to " + LANGUAGES_MAX + ")");
    languages
        .keySet()
        .forEach(
            each ->
                check(
                    LANGUAGE.matcher(each).matches(),
                    "languages: " + Shown.text(each) + " (expected: as in en or pt-BR)"));
    check(
        languages.containsKey(language),
        "language: " + Shown.text(language) + " (expected: one of the languages)");
  }

  private static void check(boolean holds, String sentence) {
    if (!holds) {
      throw new WireException(WireException.Fault.OUT_OF_BOUNDS, sentence);
    }
  }
}
