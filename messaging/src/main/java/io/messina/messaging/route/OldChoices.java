package io.messina.messaging.route;

import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.track.MessageFinder;
import io.messina.messaging.track.TrackedMessages;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks choices that are so old that the connector's stream may no longer recognise a repeat:
 * another append could send the message twice.
 */
record OldChoices(Context context, MessageStreams streams) {

  private static final int READS = 64;

  boolean isForgotten(ChosenPage page) {
    return MessageStreams.isForgotten(page.at(), context.now());
  }

  /**
   * Returns whether the history says that messages have reached their connector.
   *
   * @param messages before the choice, by their positions
   * @return by the same positions
   */
  Map<Long, Boolean> left(Map<Long, Message> messages) {
    if (messages.isEmpty()) {
      return Map.of();
    }
    MessageFinder finder = new MessageFinder(new TrackedMessages(context), streams);
    return new ParallelCalls(context.threads(), READS)
            .each(
                List.copyOf(messages.entrySet()),
                each -> Map.entry(each.getKey(), hasLeft(finder, each.getValue())))
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean hasLeft(MessageFinder finder, Message message) {
    return finder.all(message.id()).stream().anyMatch(it -> it.hop() > message.routing().hop());
  }
}
