package io.messina.messaging.template;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.protocol.SmppEncoding;
import io.messina.api.message.template.TemplatePreview;
import io.messina.connectors.smpp.TextSize;
import java.util.Optional;

/** Previews of messages, for people. */
public final class Previews {

  private Previews() {}

  /** Previews a complete content. */
  public static TemplatePreview of(Channel channel, MessageContent content) {
    Optional<TextSize> size =
        channel == Channel.SMS ? content.text().map(TextSize::of) : Optional.empty();
    return new TemplatePreview(
        content,
        size.map(it -> it.isGsm() ? SmppEncoding.GSM : SmppEncoding.UCS2),
        size.flatMap(TextSize::parts));
  }
}
