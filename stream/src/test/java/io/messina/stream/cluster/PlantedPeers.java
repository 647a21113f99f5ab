package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ShardsBehind;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
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
    return bug == PlantedBug.REPEATS_UNANSWERED_APPENDS
            || bug == PlantedBug.BELIEVES_UNANSWERED_ACKS
        ? ShardsBehind.by((method, arguments, request) -> call(peer, method, arguments, request))
        : peer;
  }

  private Object call(
      ShardService peer,
      Method method,
      Object[] arguments,
      Function<ShardService, Object> request) {
    try {
      Object answer = request.apply(peer);
      return bug == PlantedBug.REPEATS_UNANSWERED_APPENDS && method.getName().equals("append")
          ? repeated((CompletableFuture<?>) answer, peer, request)
          : answer;
    } catch (RuntimeException e) {
      if (bug == PlantedBug.BELIEVES_UNANSWERED_ACKS
          && method.getName().equals("settle")
          && mayHaveHappened(e)) {
        return Collections.nCopies(((List<?>) arguments[1]).size(), ReceiptStatus.OK);
      }
      throw e;
    }
  }

  private static CompletableFuture<Object> repeated(
      CompletableFuture<?> answer, ShardService peer, Function<ShardService, Object> request) {
    return answer
        .thenApply(Object.class::cast)
        .exceptionallyCompose(
            e ->
                mayHaveHappened(e instanceof CompletionException ? e.getCause() : e)
                    ? repeated((CompletableFuture<?>) request.apply(peer), peer, request)
                    : CompletableFuture.failedFuture(e));
  }

  private static boolean mayHaveHappened(@Nullable Throwable e) {
    return e instanceof PeerException unanswered && unanswered.mayHaveHappened();
  }
}
