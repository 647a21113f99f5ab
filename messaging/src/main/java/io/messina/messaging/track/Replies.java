package io.messina.messaging.track;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.ReceivedMessage;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.connectors.Reply;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.recipient.Recipient;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.runtime.Context;
import io.messina.runtime.ManyRows;
import io.messina.runtime.ParallelCalls;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies of recipients to the numbers of connectors: they are stored in a stream, and an opt-out
 * suppresses the recipient for SMS. Safe for use by many threads.
 *
 * @param accounts all current ones
 */
public record Replies(
    Context context, MessageStreams streams, Supplier<Collection<AccountName>> accounts) {

  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

  private static final int AT_ONCE = 32;

  /** The bound of messages to one number that are searched, for each account. */
  private static final int LOOKED_MAX = 1_000;

  /** An account that a reply may be addressed to, and its last message to the number. */
  private record AddressedAccount(AccountName account, Optional<MessageEvent> last) {}

  /**
   * Stores a reply. It is durable when this returns; otherwise it may come again.
   *
   * @param owner the only account that uses the connector; empty for all accounts
   */
  public void take(String connector, Optional<AccountName> owner, Reply reply) {
    if (reply.isOptOut()) {
      address(reply).ifPresent(from -> suppress(from, addressed(connector, owner, from)));
    }
    ReceivedMessage received =
        new ReceivedMessage(
            connector,
            Channel.SMS,
            reply.from(),
            reply.to(),
            reply.text(),
            reply.isOptOut(),
            context.now());
    EventBuilder event =
        Event.builder(Bytes.utf8(Wire.write(received))).contentType("application/json");
    if (!reply.from().isEmpty()) {
      event.key(Bytes.utf8(reply.from()));
    }
    var _ = streams.stream(MessageStreams.REPLIES).append(List.of(event.build()));
  }

  private static Optional<String> address(Reply reply) {
    try {
      return Optional.of(Recipient.of(Channel.SMS, reply.from()).address());
    } catch (IllegalArgumentException e) {
      LOG.warn("Somebody wants no more, and gets more, as no number is known: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * The accounts that have sent to the number through the connector; if none has in the time that
   * messages are kept, all that may use it.
   */
  private List<AddressedAccount> addressed(
      String connector, Optional<AccountName> owner, String from) {
    List<AccountName> all = owner.map(List::of).orElseGet(() -> List.copyOf(accounts.get()));
    if (all.isEmpty()) {
      return List.of();
    }
    List<AddressedAccount> looked =
        new ParallelCalls(context.threads(), AT_ONCE)
            .each(all, account -> new AddressedAccount(account, last(account, connector, from)));
    List<AddressedAccount> some = looked.stream().filter(each -> each.last.isPresent()).toList();
    return some.isEmpty() ? looked : some;
  }

  private Optional<MessageEvent> last(AccountName account, String connector, String from) {
    return new TrackedMessages(context)
        .search(MessageQuery.to(account, from).limit(LOOKED_MAX)).messages().stream()
            .flatMap(report -> report.events().stream())
            .filter(event -> event.kind() == MessageEventKind.SENT)
            .filter(event -> event.recipient().channel() == Channel.SMS)
            .filter(event -> event.details().connector().filter(connector::equals).isPresent())
            .max(Comparator.comparing(MessageEvent::at));
  }

  /**
   * Suppresses at once, and publishes an event for the last message of each account, if it has one.
   */
  private void suppress(String from, List<AddressedAccount> addressed) {
    new ManyRows(context.store(), new ParallelCalls(context.threads(), AT_ONCE))
        .write(
            addressed.stream()
                .map(each -> suppression(from, each))
                .map(each -> SuppressionTable.batch(each, streams.nextTimestampMicros()))
                .toList());
    streams.publish(
        addressed.stream()
            .flatMap(each -> each.last.stream())
            .map(last -> last.then(MessageEventKind.UNSUBSCRIBED, context.now()))
            .toList());
  }

  private Suppression suppression(String from, AddressedAccount addressed) {
    return new Suppression(
        addressed.account,
        Channel.SMS,
        from,
        SuppressionReason.UNSUBSCRIBED,
        context.now(),
        addressed.last.map(MessageEvent::message));
  }
}
