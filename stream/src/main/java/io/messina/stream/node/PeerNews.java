package io.messina.stream.node;

import io.messina.runtime.Context;
import io.messina.store.Incarnation;
import io.messina.stream.ShardId;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.MemberNews;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** News by calls to the other nodes. */
record PeerNews(Context context, Peers peers) implements MemberNews {

  private static final Logger LOG = LoggerFactory.getLogger(PeerNews.class);

  @Override
  public void leaves(String address, Incarnation member) {
    tell(address, node -> node.leaves(member));
  }

  @Override
  public void released(String address, ShardId shard) {
    tell(address, node -> node.released(shard));
  }

  @Override
  public boolean isReached() {
    return peers.isReached();
  }

  private void tell(String address, Consumer<ShardService> news) {
    context.start(
        () -> {
          try {
            news.accept(peers.at(address));
          } catch (RuntimeException e) {
            LOG.debug("{}: cannot be told, it will find out", address, e);
          }
        });
  }
}
