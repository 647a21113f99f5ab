package io.messina.messaging.track;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageReport;
import io.messina.messaging.MessagingSite;
import io.messina.runtime.Context;
import java.util.List;
import java.util.Optional;

/**
 * What became of messages, as far as it is tracked: a moment behind the stream of events.
 *
 * @param context of the process
 */
public record MessageLog(Context context) implements MessagingSite {

  /**
   * What happened to a message.
   *
   * @param message its id
   * @return none if it is not known
   */
  public List<MessageEvent> events(String message) {
    return MessageTable.events(store().get(MessageTable.key(message)));
  }

  /**
   * What became of a message.
   *
   * @param message its id
   */
  public Optional<MessageReport> find(String message) {
    return Optional.of(events(message))
        .filter(events -> !events.isEmpty())
        .map(events -> new MessageReport(message, MessageFold.state(events), events));
  }

  /**
   * The messages of a campaign or to a recipient, by their ids.
   *
   * @param account whose
   * @param by by what
   * @param content which campaign or recipient
   * @param after only ids behind this one
   * @param limit how many at most
   */
  public List<MessageReport> search(
      AccountName account, MessageIndex.By by, String content, Optional<String> after, int limit) {
    return MessageIndex.read(store(), account, by, content, after, limit).stream()
        .flatMap(id -> find(id).stream())
        .toList();
  }
}
