package io.messina.features.feed;

import io.messina.features.FeedDefinition;
import io.messina.stream.GroupName;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.Start;
import io.messina.stream.consume.Consumer;
import io.messina.stream.consume.FollowOptions;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;

/**
 * A feed at work on this node.
 *
 * @param feed what it does
 * @param stream the creation of the stream that it follows
 * @param consumer what follows
 */
record RunningFeed(FeedDefinition feed, StreamId stream, Consumer consumer) {

  static RunningFeed start(FeedSite site, FeedDefinition feed, FeedTally tally) {
    Stream stream = site.streams().stream(feed.options().stream());
    StreamId id = stream.definition().id();
    Group group =
        stream.createGroup(groupName(feed), new Start.Earliest(), GroupOptions.DEFAULT).value();
    Consumer consumer = group.follow(new FeedHandler(site, feed, id, tally), FollowOptions.DEFAULT);
    return new RunningFeed(feed, id, consumer);
  }

  /** Each creation of a feed has a group of its own, and so begins at the beginning. */
  static GroupName groupName(FeedDefinition feed) {
    return new GroupName("features." + feed.name() + "." + feed.generation());
  }

  void close() {
    consumer.close();
  }
}
