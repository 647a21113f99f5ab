package io.messina.messaging.accept;

import io.messina.api.ScheduleId;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.NewMessage;
import io.messina.messaging.Hops;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.node.Stream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Accepts messages. What is accepted is durable; what is refused, is refused with one sentence and
 * changes nothing. Safe for use by many threads.
 *
 * @param context of the process
 * @param streams of messages; those of the channels are there
 */
public record Acceptance(Context context, MessageStreams streams) implements MessagingSite {

  private static final Duration AHEAD_MAX = Duration.ofDays(366);
  private static final int KEY_CHARS_MAX = 200;
  private static final int CAMPAIGN_CHARS_MAX = 100;
  private static final int METADATA_MAX = 20;
  private static final int METADATA_CHARS_MAX = 256;
  private static final int ID_BYTES = 16;

  /**
   * What became of a message that was asked for.
   *
   * @param message its id, if it is accepted
   * @param repeated whether it had been accepted before
   * @param refusal why it is not accepted
   */
  public record Answer(
      Optional<String> message, boolean repeated, Optional<RequestException> refusal) {

    static Answer refused(RequestException refusal) {
      return new Answer(Optional.empty(), false, Optional.of(refusal));
    }
  }

  /**
   * Accepts messages, each for itself.
   *
   * @param messages some
   * @return for each, in their order
   */
  public List<Answer> accept(List<NewMessage> messages) {
    return new ParallelCalls(threads(), 256).each(messages, this::accept);
  }

  private Answer accept(NewMessage wanted) {
    try {
      Instant now = now();
      Message message = message(wanted, now);
      MessageEvent accepted = message.happened(MessageEventKind.ACCEPTED, now);
      Stream stream = streams.stream(MessageStreams.of(message.recipient().channel()));
      boolean repeated = false;
      Instant due = wanted.sendAt().orElse(now).truncatedTo(ChronoUnit.MILLIS);
      if (due.isAfter(now)) {
        DelayedAddress waits = stream.schedule(message.event(), due);
        accepted = accepted.waiting(due, new ScheduleId(waits.toString()));
      } else {
        repeated = Futures.join(stream.appendLater(List.of(message.event()))).duplicates() > 0;
      }
      streams.tell(List.of(accepted));
      return new Answer(Optional.of(message.id()), repeated, Optional.empty());
    } catch (IllegalArgumentException e) {
      return Answer.refused(
          new RequestException.Refused(
              RequestException.Refused.Reason.OUT_OF_BOUNDS, String.valueOf(e.getMessage())));
    } catch (RequestException e) {
      return Answer.refused(e);
    }
  }

  private Message message(NewMessage wanted, Instant now) {
    checkTimes(wanted, now);
    checkText("campaign", wanted.campaign(), CAMPAIGN_CHARS_MAX);
    checkText("key", wanted.key(), KEY_CHARS_MAX);
    checkText("from", wanted.from(), METADATA_CHARS_MAX);
    checkMetadata(wanted);
    checkContent(wanted.channel(), wanted.content());
    Recipient recipient = Recipient.of(wanted.channel(), wanted.to());
    return new Message(
        id(wanted),
        new MessageRecipient(
            wanted.account(),
            wanted.channel(),
            recipient.address(),
            wanted.campaign(),
            recipient.country()),
        wanted.from(),
        wanted.content(),
        wanted.expiresAt(),
        wanted.metadata(),
        Hops.NONE);
  }

  /** The same for each repeat of a message with a key. */
  private String id(NewMessage wanted) {
    if (wanted.key().isEmpty()) {
      byte[] bytes = new byte[ID_BYTES];
      random().nextBytes(bytes);
      return "m" + HexFormat.of().formatHex(bytes);
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  (wanted.account() + "\0" + wanted.key().get()).getBytes(StandardCharsets.UTF_8));
      return "k" + HexFormat.of().formatHex(hash, 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkTimes(NewMessage wanted, Instant now) {
    wanted
        .sendAt()
        .filter(at -> at.isAfter(now.plus(AHEAD_MAX)))
        .ifPresent(at -> refuse("send_at", at, "at most 366 days ahead"));
    Instant first = wanted.sendAt().filter(now::isBefore).orElse(now);
    wanted
        .expiresAt()
        .filter(end -> !end.isAfter(first))
        .ifPresent(end -> refuse("expires_at", end, "after it may be sent"));
  }

  private static void checkText(String what, Optional<String> text, int charsMax) {
    text.filter(it -> it.isEmpty() || it.length() > charsMax || hasControl(it))
        .ifPresent(
            it -> refuse(what, it.length() + " characters", "1 to " + charsMax + ", in one line"));
  }

  private static void checkMetadata(NewMessage wanted) {
    if (wanted.metadata().size() > METADATA_MAX) {
      refuse("metadata", wanted.metadata().size() + " texts", "at most " + METADATA_MAX);
    }
    wanted
        .metadata()
        .forEach(
            (name, text) -> {
              checkText("metadata", Optional.of(name), METADATA_CHARS_MAX);
              checkText("metadata." + name, Optional.of(text), METADATA_CHARS_MAX);
            });
  }

  private static void checkContent(Channel channel, MessageContent content) {
    int chars =
        content.subject().map(String::length).orElse(0)
            + content.text().map(String::length).orElse(0)
            + content.html().map(String::length).orElse(0)
            + content.data().map(json -> json.text().length()).orElse(0);
    if (chars > MessageContent.CHARS_MAX) {
      refuse("content", chars + " characters", "at most " + MessageContent.CHARS_MAX);
    }
    List<String> given = new ArrayList<>();
    content.subject().ifPresent(_ -> given.add("subject"));
    content.text().ifPresent(_ -> given.add("text"));
    content.html().ifPresent(_ -> given.add("html"));
    content.data().ifPresent(_ -> given.add("data"));
    boolean fits =
        switch (channel) {
          case EMAIL ->
              given.contains("subject")
                  && (given.contains("text") || given.contains("html"))
                  && !given.contains("data");
          case SMS -> given.equals(List.of("text"));
          case WHATSAPP, RCS -> given.equals(List.of("text")) || given.equals(List.of("data"));
          case WEBHOOK -> given.equals(List.of("data"));
        };
    if (!fits) {
      refuse("content", String.join(", ", given), expected(channel));
    }
    checkText("content.subject", content.subject(), 998);
  }

  private static String expected(Channel channel) {
    return switch (channel) {
      case EMAIL -> "subject, and text or html";
      case SMS -> "text alone";
      case WHATSAPP, RCS -> "text alone, or data alone";
      case WEBHOOK -> "data alone";
    };
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  private static void refuse(String what, Object found, String expected) {
    throw new IllegalArgumentException("%s: %s (expected: %s)".formatted(what, found, expected));
  }
}
