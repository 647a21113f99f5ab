package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.MessageReport;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tracked history of messages: a moment behind the stream of events. */
public record TrackedMessages(Context context) {

  /** The bound of messages that one search looks at. */
  static final int LOOKED_MAX = 10_000;

  private static final int AT_ONCE = 500;
  private static final int READS = 32;

  /** Returns the events of a message; none if it is not known. */
  public List<MessageEvent> events(String message) {
    return MessageTable.events(context.store(), message);
  }

  /** Returns the state of a message. */
  public Optional<MessageReport> find(String message) {
    return Optional.of(events(message))
        .filter(events -> !events.isEmpty())
        .map(events -> new MessageReport(message, MessageHistory.state(events), events));
  }

  /**
   * Searches the messages of a campaign or to a recipient, in the order of their ids.
   *
   * @return a page; with a state it looks at {@link #LOOKED_MAX} messages at most, and may be short
   *     without being the last
   */
  public MessagePage search(MessageQuery query) {
    List<MessageReport> found = new ArrayList<>();
    Optional<String> after = query.after();
    for (int looked = 0; looked < LOOKED_MAX; ) {
      int some =
          query.state().isPresent() ? AT_ONCE : Math.min(AT_ONCE, query.limit() - found.size() + 1);
      List<String> ids = MessageIndex.read(context.store(), query, after, some);
      for (MessageReport report : reports(ids, query)) {
        if (found.size() == query.limit()) {
          return new MessagePage(found, Optional.of(found.getLast().message()));
        }
        found.add(report);
      }
      if (ids.size() < some) {
        return new MessagePage(found, Optional.empty());
      }
      after = Optional.of(ids.getLast());
      looked += ids.size();
    }
    return new MessagePage(found, after);
  }

  /** The reports of the messages that are in the wanted state. */
  private List<MessageReport> reports(List<String> ids, MessageQuery query) {
    return ids.isEmpty()
        ? List.of()
        : new ParallelCalls(context.threads(), READS)
            .each(ids, this::find).stream()
                .flatMap(Optional::stream)
                .filter(report -> query.state().filter(it -> it != report.state()).isEmpty())
                .toList();
  }
}
