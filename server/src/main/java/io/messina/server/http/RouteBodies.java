package io.messina.server.http;

import java.util.List;
import java.util.Optional;

/**
 * What goes in and out of a route.
 *
 * @param request the schema of the JSON that it takes
 * @param accepted media types that it takes besides
 * @param response the schema of the JSON that it answers with
 * @param statuses of answers that are no problems
 * @param tagged whether it shows or changes what has a tag
 */
public record RouteBodies(
    Optional<String> request,
    List<String> accepted,
    Optional<String> response,
    List<Integer> statuses,
    boolean tagged) {

  /** Nothing in, nothing out. */
  public static final RouteBodies NONE =
      new RouteBodies(Optional.empty(), List.of(), Optional.empty(), List.of(200), false);

  /** With lists that nobody can change. */
  public RouteBodies {
    accepted = List.copyOf(accepted);
    statuses = List.copyOf(statuses);
  }
}
