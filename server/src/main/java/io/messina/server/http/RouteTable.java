package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path. The path is split before it is decoded, so that a segment may have a
 * slash as {@code %2F}. A literal segment of a template is preferred to one in braces.
 */
final class RouteTable {

  private static final String HEAD = "HEAD";

  private final Node root = new Node();

  RouteTable(List<Route> routes) {
    routes.forEach(this::add);
  }

  /** A route and the decoded segments in its braces. */
  record Match(Route route, Map<String, String> variables) {}

  /** A place in a path. */
  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private final Map<Verb, Route> routes = new EnumMap<>(Verb.class);
    private @Nullable Node any;
  }

  /** Refuses a method, and names the allowed ones. */
  static final class WrongMethodException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String allowed;

    WrongMethodException(String allowed) {
      super(allowed, null, false, false);
      this.allowed = allowed;
    }

    String allowed() {
      return allowed;
    }
  }

  private void add(Route route) {
    Node node = root;
    for (String segment : route.segments()) {
      node = Route.isVariable(segment) ? any(node) : literal(node, segment);
    }
    if (node.routes.put(route.verb(), route) != null) {
      throw new IllegalArgumentException(route.verb() + " " + route.template() + ": two routes");
    }
  }

  private static Node any(Node node) {
    Node any = node.any == null ? new Node() : node.any;
    node.any = any;
    return any;
  }

  private static Node literal(Node node, String segment) {
    return node.literals.computeIfAbsent(segment, _ -> new Node());
  }

  Match find(String method, String rawPath) {
    String[] raw = rawPath.substring(1).split("/", -1);
    Node node = find(root, raw, 0);
    if (node == null) {
      throw new ProblemException(ProblemCode.NOT_FOUND, rawPath + ": no such path");
    }
    // What answers GET answers HEAD, without the body.
    String verb = method.equals(HEAD) ? Verb.GET.name() : method;
    for (Route route : node.routes.values()) {
      if (route.verb().name().equals(verb)) {
        return new Match(route, variables(route, raw));
      }
    }
    throw new WrongMethodException(
        node.routes.keySet().stream()
            .flatMap(RouteTable::methods)
            .collect(Collectors.joining(", ")));
  }

  private static Stream<String> methods(Verb verb) {
    return verb == Verb.GET ? Stream.of(verb.name(), HEAD) : Stream.of(verb.name());
  }

  private static @Nullable Node find(Node node, String[] raw, int at) {
    if (at == raw.length) {
      return node.routes.isEmpty() ? null : node;
    }
    Node literal = node.literals.get(raw[at]);
    Node found = literal == null ? null : find(literal, raw, at + 1);
    if (found != null || node.any == null || raw[at].isEmpty()) {
      return found;
    }
    return find(node.any, raw, at + 1);
  }

  private static Map<String, String> variables(Route route, String[] raw) {
    Map<String, String> variables = new LinkedHashMap<>();
    List<String> segments = route.segments();
    for (int i = 0; i < raw.length; i++) {
      if (Route.isVariable(segments.get(i))) {
        variables.put(Route.variable(segments.get(i)), PercentText.decode(raw[i]));
      }
    }
    return variables;
  }
}
