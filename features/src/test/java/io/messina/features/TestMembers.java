package io.messina.features;

import io.messina.runtime.Context;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.stream.node.MemberClocks;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.Members;
import io.messina.stream.ownership.NodeId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The members of a cluster, each of which knows and reaches all others. */
public final class TestMembers {

  private final Map<NodeId, MemberClocks> members = new LinkedHashMap<>();

  /** Makes one more member. */
  MemberClocks join(HybridClock timestamps, Context context) {
    NodeId here = new NodeId("member" + members.size(), Incarnation.next(context.random()));
    MemberClocks clocks =
        new MemberClocks(timestamps, new Known(here), peers(), context, Duration.ofSeconds(1));
    members.put(here, clocks);
    return clocks;
  }

  private Peers peers() {
    return address ->
        (ShardService)
            Proxy.newProxyInstance(
                ShardService.class.getClassLoader(),
                new Class<?>[] {ShardService.class},
                (_, _, arguments) -> at(address).answer((long) arguments[0]));
  }

  private MemberClocks at(String address) {
    return members.entrySet().stream()
        .filter(member -> member.getKey().address().equals(address))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private final class Known implements Members {

    private final NodeId here;

    Known(NodeId here) {
      this.here = here;
    }

    @Override
    public NodeId here() {
      return here;
    }

    @Override
    public List<NodeId> living() {
      return List.copyOf(members.keySet());
    }

    @Override
    public List<NodeId> read() {
      return living();
    }

    @Override
    public boolean isMember() {
      return true;
    }

    @Override
    public boolean isAware() {
      return true;
    }
  }
}
