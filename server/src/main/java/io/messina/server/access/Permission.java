package io.messina.server.access;

import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.access.Scope;
import java.util.Map;

/**
 * The permission that an operation needs.
 *
 * @param name of the thing, with variables of the path in braces, as in {@code {stream}/{group}};
 *     {@code *} for all things of the kind
 * @param checks who checks it
 */
record Permission(Resource resource, String name, Action action, Checks checks) {

  /** Where a permission is checked. */
  enum Checks {
    /** Before the request is read. */
    HEAD,
    /** By the route, as the body names the things: the token must have it for any thing at all. */
    BODY,
    /** Before the request is read: the token must have the scope {@code admin}. */
    ADMIN,
    /** Nowhere: anybody may ask. */
    NEVER
  }

  static Permission of(Resource resource, String name, Action action) {
    return new Permission(resource, name, action, Checks.HEAD);
  }

  /** The name of the thing of a request. */
  String name(Map<String, String> variables) {
    StringBuilder filled = new StringBuilder();
    int from = 0;
    for (int open = name.indexOf('{'); open >= 0; open = name.indexOf('{', from)) {
      int close = name.indexOf('}', open);
      String variable = name.substring(open + 1, close);
      filled.append(name, from, open).append(Scope.name(variables.getOrDefault(variable, "")));
      from = close + 1;
    }
    return filled.append(name, from, name.length()).toString();
  }

  /** Whether it is for operators: what is done is audited. */
  boolean isAdministrative() {
    return checks == Checks.ADMIN || action == Action.MANAGE;
  }

  /** The scope that a request needs. */
  String shown(Map<String, String> variables) {
    return new Permission(resource, name(variables), action, checks).toString();
  }

  /** The scope that it needs, as the docs show it. */
  @Override
  public String toString() {
    return switch (checks) {
      case HEAD -> resource + ":" + name + ":" + action;
      case BODY -> resource + ":…:" + action;
      case ADMIN -> Scope.ADMIN.toString();
      case NEVER -> "none";
    };
  }
}
