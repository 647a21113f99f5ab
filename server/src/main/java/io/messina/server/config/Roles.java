package io.messina.server.config;

import java.util.ArrayList;
import java.util.List;

/**
 * What a server does in its cluster.
 *
 * @param gateway whether it answers requests of clients
 * @param owner whether it owns a part of the shards
 */
public record Roles(boolean gateway, boolean owner) {

  /** Both. */
  public static final Roles ALL = new Roles(true, true);

  private static final String GATEWAY = "gateway";
  private static final String OWNER = "owner";

  static Roles parse(String text) {
    List<String> names = List.of(text.split(",", -1));
    Roles roles = new Roles(names.contains(GATEWAY), names.contains(OWNER));
    if (names.size() != roles.names().size()) {
      throw new IllegalArgumentException(text);
    }
    return roles;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    if (gateway) {
      names.add(GATEWAY);
    }
    if (owner) {
      names.add(OWNER);
    }
    return names;
  }

  @Override
  public String toString() {
    return String.join(",", names());
  }
}
