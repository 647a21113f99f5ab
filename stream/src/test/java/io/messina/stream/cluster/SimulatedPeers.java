package io.messina.stream.cluster;

import io.messina.stream.ShardsBehind;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** The other nodes as one simulated process reaches them: over a {@link Wire}, from its actors. */
public final class SimulatedPeers implements Peers {

  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final SimulatedNode node;
  private final Wire<ShardService> wire;

  /**
   * The way from a process to the others.
   *
   * @param node the process
   * @param wire by which all processes of the cluster are reached
   */
  public SimulatedPeers(SimulatedNode node, Wire<ShardService> wire) {
    this.node = node;
    this.wire = wire;
  }

  @Override
  public ShardService at(String address) {
    return ShardsBehind.by(
        (method, arguments, request) ->
            method.getReturnType() == CompletableFuture.class
                ? later(() -> ask(address, Duration.ZERO, each -> join(request.apply(each))))
                : ask(address, wait(arguments), request));
  }

  private CompletableFuture<Object> later(Supplier<Object> asked) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    node.spawn(
        "append",
        () -> {
          try {
            answer.complete(asked.get());
          } catch (CompletionException e) {
            answer.completeExceptionally(e.getCause() == null ? e : e.getCause());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  private static Object join(Object answer) {
    return ((CompletableFuture<?>) answer).join();
  }

  /** How long a request waits at its owner: what comes last of it, if that is a duration. */
  private static Duration wait(Object[] arguments) {
    return arguments.length > 0 && arguments[arguments.length - 1] instanceof Duration wait
        ? wait
        : Duration.ZERO;
  }

  private Object ask(String address, Duration wait, Function<ShardService, Object> request) {
    return wire.call(node, address, TIMEOUT.plus(wait), request);
  }
}
