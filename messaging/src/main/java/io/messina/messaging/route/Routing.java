package io.messina.messaging.route;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.message.Channel;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.store.Table;
import io.messina.stream.Consumer;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.PagedTask;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Routes the messages of all channels, on the shards that this process owns. */
public final class Routing implements AutoCloseable {

  /** The group that routes, of each channel's stream. */
  public static final GroupName GROUP = new GroupName("router");

  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(ChoiceTable.TABLE);

  private final List<Consumer> channels;

  private final FollowTrouble trouble;

  private Routing(List<Consumer> channels, FollowTrouble trouble) {
    this.channels = channels;
    this.trouble = trouble;
  }

  /**
   * Starts at the stored positions.
   *
   * @param context of the process; its store has the suppressions
   * @param streams of messages; the streams of channels are created
   * @param shards of a new stream
   * @return must be closed before the streams
   */
  public static Routing start(
      Context context, MessageStreams streams, int shards, Candidates ways) {
    return start(context, streams, shards, new ConnectorChooser(context, ways));
  }

  /** Routes as a chooser says. */
  static Routing start(Context context, MessageStreams streams, int shards, Chooser chooser) {
    FollowTrouble trouble = new FollowTrouble("the routing of messages");
    ShardRouter.Shared shared = new ShardRouter.Shared(context, streams, chooser, trouble.guard());
    Routing routing = new Routing(new ArrayList<>(), trouble);
    try {
      for (Channel channel : Channel.values()) {
        Stream stream = streams.create(MessageStreams.ofChannel(channel), shards);
        Group group = stream.createGroup(GROUP, Start.earliest(), GroupOptions.DEFAULT).value();
        routing.channels.add(
            group.follow(
                PagedTask.factory(
                    context,
                    trouble,
                    (shard, owned, from) -> new ShardRouter(shared, shard, owned, from))));
      }
      return routing;
    } catch (RuntimeException | Error e) {
      routing.close(); // two followers of a shard would choose twice
      throw e;
    }
  }

  /** The shard that cannot continue, with the reason, for people; empty if all continue. */
  public Optional<String> trouble() {
    return trouble.trouble();
  }

  @Override
  public void close() {
    channels.forEach(Consumer::close);
  }
}
