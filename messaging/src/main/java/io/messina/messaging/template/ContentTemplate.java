package io.messina.messaging.template;

import io.messina.api.Json;
import io.messina.api.WireException;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.messaging.ContentChecks;
import java.util.Optional;
import java.util.Set;

/**
 * The compiled content of a template in one language.
 *
 * @param html of mail, in which values are escaped
 * @param data of webhooks, and the parameters of a provider's own template
 */
record ContentTemplate(
    Optional<TextTemplate> subject,
    Optional<TextTemplate> text,
    Optional<TextTemplate> html,
    Optional<DataTemplate> data) {

  /**
   * Compiles a content.
   *
   * @param place of the content, for error sentences
   * @param content with placeholders
   * @param required gets the names that are needed, in the order in which they are used
   * @throws WireException if it does not fit the channel, or is no template
   */
  static ContentTemplate of(
      String place, Channel channel, MessageContent content, Set<String> required) {
    ContentChecks.check(place, channel, content);
    return new ContentTemplate(
        content.subject().map(it -> TextTemplate.of(place + ".subject", it, false, required)),
        content.text().map(it -> TextTemplate.of(place + ".text", it, false, required)),
        content.html().map(it -> TextTemplate.of(place + ".html", it, true, required)),
        content.data().map(it -> DataTemplate.of(place + ".data", it, required)));
  }

  /**
   * Fills the placeholders.
   *
   * @throws WireException if a parameter is missing, or the result is too large
   */
  MessageContent render(TemplateParameters parameters) {
    return new MessageContent(
        subject.map(it -> it.render(parameters)),
        text.map(it -> it.render(parameters)),
        html.map(it -> it.render(parameters)),
        data.map(it -> new Json(it.render(parameters).toString())));
  }
}
