package io.messina.messaging;

import io.messina.api.WireException;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.connectors.smpp.TextSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the content of a message fits its channel. */
public final class ContentChecks {

  private static final int SUBJECT_CHARS_MAX = 998;

  /** A text up to this length fits into 255 parts of an SMS in any alphabet. */
  private static final int SMS_CHARS_SURE = 10_000;

  private ContentChecks() {}

  /**
   * Checks the parts and the sizes of a content, which may still have placeholders.
   *
   * @param place of the content, for error sentences, as in {@code content}
   * @throws WireException if a part that the channel needs is missing, another part is present, the
   *     content is too large, or its subject is not one line
   */
  public static void check(String place, Channel channel, MessageContent content) {
    int chars = chars(content);
    if (chars > MessageContent.CHARS_MAX) {
      throw wrong(place, chars + " characters", "at most " + MessageContent.CHARS_MAX);
    }
    List<String> given = parts(content);
    if (!fits(channel, content, given)) {
      throw wrong(place, given.isEmpty() ? "nothing" : String.join(", ", given), expected(channel));
    }
    checkSubject(place, content.subject());
  }

  /**
   * Checks a content without placeholders.
   *
   * @param place of the content, for error sentences, as in {@code content}
   * @throws WireException as {@link #check}; also if its text is blank, or longer than short
   *     messages can be
   */
  public static void checkComplete(String place, Channel channel, MessageContent content) {
    check(place, channel, content);
    if (channel != Channel.EMAIL) {
      content.text().ifPresent(text -> checkText(place + ".text", channel, text));
    }
  }

  private static void checkText(String place, Channel channel, String text) {
    if (text.isBlank()) {
      throw wrong(place, "blank", "a text");
    }
    if (channel == Channel.SMS
        && text.length() > SMS_CHARS_SURE
        && TextSize.of(text).parts().isEmpty()) {
      throw wrong(place, text.length() + " characters", "what 255 parts of an SMS hold");
    }
  }

  /** Returns the number of characters in all parts of a content. */
  public static int chars(MessageContent content) {
    return content.subject().map(String::length).orElse(0)
        + content.text().map(String::length).orElse(0)
        + content.html().map(String::length).orElse(0)
        + content.data().map(json -> json.text().length()).orElse(0);
  }

  private static List<String> parts(MessageContent content) {
    List<String> given = new ArrayList<>();
    content.subject().ifPresent(_ -> given.add("subject"));
    content.text().ifPresent(_ -> given.add("text"));
    content.html().ifPresent(_ -> given.add("html"));
    content.data().ifPresent(_ -> given.add("data"));
    return given;
  }

  private static boolean fits(Channel channel, MessageContent content, List<String> given) {
    return switch (channel) {
      case EMAIL ->
          content.subject().isPresent()
              && (content.text().isPresent() || content.html().isPresent())
              && content.data().isEmpty();
      case SMS -> given.equals(List.of("text"));
      case WHATSAPP, RCS -> given.equals(List.of("text")) || given.equals(List.of("data"));
      case WEBHOOK -> given.equals(List.of("data"));
    };
  }

  private static String expected(Channel channel) {
    return switch (channel) {
      case EMAIL -> "subject, and text or html";
      case SMS -> "text alone";
      case WHATSAPP, RCS -> "text alone, or data alone";
      case WEBHOOK -> "data alone";
    };
  }

  private static void checkSubject(String place, Optional<String> subject) {
    subject
        .filter(
            text ->
                text.isEmpty()
                    || text.length() > SUBJECT_CHARS_MAX
                    || text.chars().anyMatch(Character::isISOControl))
        .ifPresent(
            text -> {
              throw wrong(
                  place + ".subject",
                  text.length() + " characters",
                  "1 to " + SUBJECT_CHARS_MAX + ", in one line");
            });
  }

  private static WireException wrong(String place, String found, String expected) {
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS, place + ": " + found + " (expected: " + expected + ")");
  }
}
