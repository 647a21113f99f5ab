package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.PeerException;
import io.messina.stream.peer.Peers;
import io.messina.stream.peer.ShardService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Between a node and the others: does what a node would that forgets that no answer is no answer.
 *
 * @param peers the others
 * @param bug what is done wrong
 */
record PlantedPeers(Peers peers, PlantedBug bug) implements Peers {

  @Override
  public ShardService at(String address) {
    ShardService peer = peers.at(address);
    return switch (bug) {
      case REPEATS_UNANSWERED_APPENDS, BELIEVES_UNANSWERED_ACKS ->
          (ShardService)
              Proxy.newProxyInstance(
                  ShardService.class.getClassLoader(),
                  new Class<?>[] {ShardService.class},
                  (proxy, method, arguments) -> call(peer, method, arguments));
      case NOTHING,
          DROPS_THE_FENCE,
          BELIEVES_UNANSWERED_FENCED_WRITES,
          FORGETS_UNANSWERED_FENCED_WRITES,
          ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS,
          CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN,
          READS_LANES_SHORT_OF_THEIR_END,
          RESTORES_NO_DELIVERY_STATE,
          WRITES_NO_DEAD_LETTERS ->
          peer;
    };
  }

  @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"}) // What append takes and gives.
  private @Nullable Object call(ShardService peer, Method method, Object[] arguments)
      throws Throwable {
    if (bug == PlantedBug.REPEATS_UNANSWERED_APPENDS && method.getName().equals("append")) {
      return append(peer, (ShardId) arguments[0], (List<Event>) arguments[1]);
    }
    try {
      return method.invoke(peer, arguments);
    } catch (InvocationTargetException e) {
      if (bug == PlantedBug.BELIEVES_UNANSWERED_ACKS
          && method.getName().equals("settle")
          && mayHaveHappened(e.getCause())) {
        return Collections.nCopies(((List<?>) arguments[3]).size(), ReceiptStatus.OK);
      }
      throw e.getCause();
    }
  }

  private static CompletableFuture<List<AppendedSpan>> append(
      ShardService peer, ShardId shard, List<Event> events) {
    return peer.append(shard, events)
        .exceptionallyCompose(
            e ->
                mayHaveHappened(e instanceof CompletionException ? e.getCause() : e)
                    ? append(peer, shard, events)
                    : CompletableFuture.failedFuture(e));
  }

  private static boolean mayHaveHappened(@Nullable Throwable e) {
    return e instanceof PeerException unanswered && unanswered.mayHaveHappened();
  }
}
