package io.messina.bench.messages;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.NewMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The messages of a benchmark: each to somebody else, with a text of a hundred characters. */
final class Messages {

  /** The metadata that says when a message was to leave. */
  static final String DUE = "due";

  private static final AccountName ACCOUNT = new AccountName("bench");
  private static final String TEXT =
      "Your parcel is on its way, and comes tomorrow. ".repeat(3).substring(0, 100);
  private static final long NUMBERS = 10_000_000;

  private Messages() {}

  /** Some of a channel. */
  static List<NewMessage> of(Channel channel, long from, int count) {
    return LongStream.range(from, from + count)
        .mapToObj(i -> message(channel, i, Optional.empty(), Map.of()))
        .toList();
  }

  /** One that is to leave at some time, which it says. */
  static NewMessage due(Channel channel, long number, Instant due) {
    return message(channel, number, Optional.of(due), Map.of(DUE, due.toString()));
  }

  /** One for now, which says when that is. */
  static NewMessage now(Channel channel, long number) {
    return message(channel, number, Optional.empty(), Map.of(DUE, Instant.now().toString()));
  }

  private static NewMessage message(
      Channel channel, long number, Optional<Instant> sendAt, Map<String, String> metadata) {
    MessageContent content =
        channel == Channel.EMAIL ? MessageContent.mail("Parcel", TEXT) : MessageContent.text(TEXT);
    NewMessage message =
        NewMessage.of(ACCOUNT, channel, to(channel, number), content)
            .campaign("parcels")
            .metadata(metadata);
    return sendAt.map(message::sendAt).orElse(message);
  }

  private static String to(Channel channel, long number) {
    return channel == Channel.EMAIL
        ? "user-" + number + "@example.com"
        : "+39333%07d".formatted(number % NUMBERS);
  }
}
