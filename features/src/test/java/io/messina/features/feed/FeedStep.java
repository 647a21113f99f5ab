package io.messina.features.feed;

import io.messina.api.feature.ListItem;
import io.messina.features.list.ListAction;
import java.util.List;

/** What happens to a list that a stream feeds. */
sealed interface FeedStep {

  /** Events that say items of some entities. */
  record Append(List<Said> said) implements FeedStep {}

  /** Something beside the stream. */
  record Beside(int entity, ListAction action) implements FeedStep {}

  /** The stream is read again from its beginning, to its end before anything else or meanwhile. */
  record Replay(boolean awaited) implements FeedStep {}

  /** The node ends and another one goes on. */
  record Restart() implements FeedStep {}

  /** The feed is deleted, and created again: it begins at the beginning. */
  record Anew() implements FeedStep {}

  /** What an event says. */
  record Said(int entity, ListItem item) {}
}
