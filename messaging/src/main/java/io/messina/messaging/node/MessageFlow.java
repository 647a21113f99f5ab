package io.messina.messaging.node;

import io.messina.messaging.MessageStreams;
import io.messina.messaging.route.Candidates;
import io.messina.messaging.route.Routing;
import io.messina.messaging.track.Tracker;
import io.messina.runtime.Context;
import io.messina.stream.Consumer;
import io.messina.stream.follow.FollowTrouble;
import java.util.Optional;

/**
 * Routes and tracks the messages of the shards that this process owns.
 *
 * @param tracking follows the history
 * @param tracked the trouble of tracking
 * @param routing follows the channels
 */
record MessageFlow(Consumer tracking, FollowTrouble tracked, Routing routing) {

  /** Starts at the stored positions. Creates missing streams. */
  static MessageFlow start(Context context, MessageStreams streams, int shards, Candidates ways) {
    var _ = streams.create(MessageStreams.EVENTS, shards);
    FollowTrouble tracked = new FollowTrouble("the history of messages");
    Consumer tracking = Tracker.start(context, streams, tracked);
    try {
      return new MessageFlow(tracking, tracked, Routing.start(context, streams, shards, ways));
    } catch (RuntimeException | Error e) {
      tracking.close();
      throw e;
    }
  }

  /** The shard that cannot continue, with the reason, for people; empty if all continue. */
  Optional<String> trouble() {
    return routing.trouble().or(tracked::trouble);
  }
}
