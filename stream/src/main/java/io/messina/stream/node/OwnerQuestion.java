package io.messina.stream.node;

import io.messina.stream.ShardId;
import io.messina.stream.owner.ShardService;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A question to the owners of shards, each of which is asked once for all of its shards.
 *
 * @param <A> the answer of an owner
 */
@FunctionalInterface
public interface OwnerQuestion<A> {

  /**
   * Asks one owner. Called by several threads at the same time, for different owners.
   *
   * @param owner the service of the node, which may throw {@link
   *     io.messina.stream.owner.PeerException}
   * @param isHere whether that is this node
   * @param shards to be answered for
   * @throws io.messina.runtime.RequestException if it does not answer for them now
   */
  Answer<A> ask(ShardService owner, boolean isHere, List<ShardId> shards);

  /**
   * The answer of an owner.
   *
   * @param answer for all shards but those
   * @param notOwned the shards that are not owned there; another node is asked for them
   */
  record Answer<A>(A answer, Collection<ShardId> notOwned) {}

  /**
   * The answers of all owners.
   *
   * @param each of an owner, in no order
   * @param unanswered shards whose owners are not known, or have not answered
   */
  record Answers<A>(List<A> each, Set<ShardId> unanswered) {}
}
