package io.messina.sink;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.sink.SinkDefinition;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.FollowedShards;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.node.Group;
import io.messina.stream.node.GroupJob;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.Optional;

/**
 * A sink at work on this node.
 *
 * @param site of its shards
 * @param group that it follows
 * @param standing the troubles that are no answers of the receiver
 * @param consumer follows the stream
 */
record RunningSink(SinkSite site, Group group, FollowTrouble standing, Consumer consumer)
    implements GroupJob {

  /** The time that a request in progress may take at the end; then it is ended. */
  private static final Duration END_MAX = Duration.ofSeconds(2);

  static RunningSink start(
      Context context, Streams streams, Secrets secrets, SendTracer tracer, SinkDefinition sink) {
    Stream stream = streams.stream(sink.options().stream());
    Group group =
        stream.createGroup(group(sink), sink.options().start(), GroupOptions.DEFAULT).value();
    SinkSite site =
        new SinkSite(
            context,
            sink,
            stream.definition(),
            new Poster(sink, secrets, context.time().wall(), tracer),
            JobDeadLetters.ofRefused(context.store(), stream.definition(), group.id()),
            new SinkTally());
    FollowTrouble trouble = new FollowTrouble("sink " + sink.name());
    return new RunningSink(site, group, trouble, follow(site, group, trouble));
  }

  private static GroupName group(SinkDefinition sink) {
    return new GroupName("%s.%s.%d".formatted(SinkJobKind.GROUPS, sink.name(), sink.generation()));
  }

  private static Consumer follow(SinkSite site, Group group, FollowTrouble trouble) {
    ShardTask.Beginning begins = (shard, own, _) -> new SinkTask(site, shard, own.get());
    return group.follow(
        new FollowedShards<>(
            new FollowedShards.Shared(site.context(), trouble),
            _ -> begins,
            () -> new ConsumerCounts(site.tally().read().posted(), 0, 0)));
  }

  @Override
  public Optional<String> trouble() {
    return site.tally().trouble().or(standing::trouble);
  }

  @Override
  public void close() {
    Cancellation alarm = site.context().time().schedule(END_MAX, site.poster()::close);
    consumer.close();
    alarm.cancel();
    site.poster().close();
  }
}
