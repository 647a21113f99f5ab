package io.messina.store.cql;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A node that is nowhere, for errors to name. */
final class NodeForTests {

  static final Node NODE =
      (Node)
          Proxy.newProxyInstance(
              NodeForTests.class.getClassLoader(),
              new Class<?>[] {Node.class},
              (_, method, _) -> answer(method.getName()));

  private NodeForTests() {}

  private static @Nullable Object answer(String method) {
    return switch (method) {
      case "hashCode" -> 1;
      case "equals" -> false; // but for itself, which maps ask before
      case "toString" -> "a node";
      default -> null;
    };
  }
}
