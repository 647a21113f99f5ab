package io.messina.messaging.usage;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What happens to one message, made up. */
final class History {

  private static final List<MessageEventKind> RECEIPTS =
      List.of(
          MessageEventKind.DELIVERED,
          MessageEventKind.READ,
          MessageEventKind.UNDELIVERED,
          MessageEventKind.BOUNCED,
          MessageEventKind.COMPLAINED);

  private static final List<MessageEventKind> ENDS =
      List.of(
          MessageEventKind.FAILED,
          MessageEventKind.EXPIRED,
          MessageEventKind.CANCELLED,
          MessageEventKind.SUPPRESSED,
          MessageEventKind.UNCERTAIN);

  private final RandomGenerator random;
  private final String message;
  private final MessageRecipient recipient;
  private final List<MessageEvent> events = new ArrayList<>();
  private Instant now;
  private int hop;

  private History(RandomGenerator random, String message, Instant begin) {
    this.random = random;
    this.message = message;
    this.now = begin;
    boolean isNumber = random.nextBoolean();
    this.recipient =
        new MessageRecipient(
            new AccountName("shop-" + random.nextInt(2)),
            isNumber ? Channel.SMS : Channel.EMAIL,
            isNumber ? "+393331234567" : "ada@example.com",
            random.nextInt(4) == 0
                ? Optional.empty()
                : Optional.of("campaign, " + random.nextInt(3)),
            isNumber ? Optional.of(random.nextBoolean() ? "IT" : "FR") : Optional.empty());
  }

  /** Some hops, and at most one sending, which receipts follow; perhaps after a longer wait. */
  static List<MessageEvent> of(
      RandomGenerator random, String message, Instant begin, Duration wait) {
    History history = new History(random, message, begin);
    history.happen(wait);
    return history.events;
  }

  private void happen(Duration wait) {
    add(MessageEventKind.ACCEPTED, MessageParts.NONE);
    later(random.nextInt(10) == 0 ? wait : Duration.ofHours(2));
    for (int hops = random.nextInt(4); hop < hops; ) {
      hop++;
      add(MessageEventKind.ROUTED, MessageParts.NONE);
      later(Duration.ofMinutes(5));
      if (hop < hops) {
        add(MessageEventKind.REFUSED, MessageParts.NONE);
      }
    }
    if (hop > 0 && random.nextInt(4) > 0) {
      send();
    } else if (random.nextBoolean()) {
      add(ENDS.get(random.nextInt(ENDS.size())), MessageParts.NONE);
    }
  }

  private void send() {
    int parts = 1 + random.nextInt(3);
    add(
        MessageEventKind.SENT,
        new MessageParts(List.of("p"), Optional.of(parts), Optional.empty()));
    for (int i = random.nextInt(6); i > 0; i--) {
      later(Duration.ofDays(random.nextInt(8)));
      Optional<Integer> part =
          random.nextInt(3) == 0 ? Optional.empty() : Optional.of(1 + random.nextInt(parts));
      add(
          RECEIPTS.get(random.nextInt(random.nextBoolean() ? 1 : RECEIPTS.size())),
          new MessageParts(List.of(), Optional.empty(), part));
    }
  }

  private void later(Duration most) {
    now = now.plusSeconds(random.nextLong(1 + most.toSeconds()));
  }

  private void add(MessageEventKind kind, MessageParts parts) {
    events.add(
        new MessageEvent(
            message,
            recipient,
            kind,
            hop,
            now,
            parts,
            MessageDetails.through(hop == 0 ? Optional.empty() : Optional.of("carrier-" + hop))));
  }
}
