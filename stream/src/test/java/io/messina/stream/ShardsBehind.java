package io.messina.stream;

import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.Function;

/** The shards of a node behind a way that each request to them takes, and that may disturb it. */
public final class ShardsBehind {

  private ShardsBehind() {}

  /** What becomes of a request. */
  @FunctionalInterface
  public interface Way {

    /**
     * Answers a request, or throws.
     *
     * @param method of {@link ShardService}, {@link Shard} or {@link ShardGroup}
     * @param arguments of the method
     * @param request asks the node itself
     */
    Object ask(Method method, Object[] arguments, Function<ShardService, Object> request)
        throws Throwable;
  }

  /**
   * The shards of a node.
   *
   * @param way that requests take
   */
  public static ShardService by(Way way) {
    return (ShardService) proxy(ShardService.class, service -> service, way);
  }

  private static Object proxy(Class<?> type, Function<ShardService, Object> target, Way way) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) -> {
          Object[] given = arguments == null ? new Object[0] : arguments;
          Function<ShardService, Object> request =
              service -> invoke(method, target.apply(service), given);
          Class<?> returned = method.getReturnType();
          return returned == Shard.class || returned == ShardGroup.class
              ? proxy(returned, request, way)
              : way.ask(method, given, request);
        });
  }

  /** What a method answers; something for those that answer nothing. */
  private static Object invoke(Method method, Object target, Object[] arguments) {
    try {
      return Optional.ofNullable(method.invoke(target, arguments)).orElse("done");
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
