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
 * What a template says. Texts, and texts within data, are Mustache: {@code {{name}}} stands for a
 * parameter, {@code {{order.number}}} for a part of one, {@code {{#items}}…{{/items}}} repeats for
 * each element of a list and is there only for what is neither missing, false nor empty, {@code
 * {{^items}}…{{/items}}} only for what is. A parameter that a section begins with may be missing;
 * any other that is missing refuses the message. In HTML values are escaped as HTML, in data they
 * stay texts.
 *
 * @param channel of its messages
 * @param language of messages that name none; one of the languages
 * @param languages what it says by language, as in {@code en} or {@code pt-BR}; up to 100
 */
public record TemplateOptions(
    @Field("of its messages") Channel channel,
    @Field("of messages that name none, as in en or pt-BR") String language,
    @Field("what it says, by language") Map<String, MessageContent> languages) {

  /** In how many languages it may speak. */
  public static final int LANGUAGES_MAX = 100;

  private static final Pattern LANGUAGE =
      Pattern.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}");

  /**
   * Checked options.
   *
   * @throws WireException if a language is none, there are too many, or the first one is missing
   */
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
