package io.messina.server.http;

import io.messina.api.RecordField;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A method and a path that the server answers. Both the routing and the document at {@code
 * /openapi} are made from it.
 *
 * @param verb the method
 * @param template the path; a segment in braces stands for any one segment, as in {@code
 *     /v1/streams/{stream}}
 * @param operation its id, as in {@code createStream}; unique
 * @param summary one sentence
 * @param query all parameters that a request may have; others are refused
 * @param bodies what goes in and out
 * @param endpoint answers
 */
public record Route(
    Verb verb,
    String template,
    String operation,
    String summary,
    List<QueryParameter> query,
    RouteBodies bodies,
    Endpoint endpoint) {

  /** With a list that nobody can change. */
  public Route {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("template: " + template + " (expected: begins with /)");
    }
    query = List.copyOf(query);
  }

  /**
   * A route without bodies and parameters.
   *
   * @param verb the method
   * @param template the path
   * @param operation its id
   * @param summary one sentence
   * @param endpoint answers
   * @return the route
   */
  public static Route of(
      Verb verb, String template, String operation, String summary, Endpoint endpoint) {
    return new Route(verb, template, operation, summary, List.of(), RouteBodies.NONE, endpoint);
  }

  /**
   * Allows a query parameter.
   *
   * @param name as it stands in the URL
   * @param sentence what it means
   * @return the same route with it
   */
  public Route query(String name, String sentence) {
    List<QueryParameter> more =
        Stream.concat(query.stream(), Stream.of(new QueryParameter(name, sentence))).toList();
    return new Route(verb, template, operation, summary, more, bodies, endpoint);
  }

  /**
   * Allows a query parameter for each field of a record.
   *
   * @param record its class
   * @return the same route with them
   */
  public Route query(Class<? extends Record> record) {
    Route route = this;
    for (RecordField field : RecordField.of(record)) {
      boolean isBounded = !field.min().isEmpty();
      String bounds = isBounded ? ": " + field.expected() : "";
      String usual = isBounded && !field.isRequired() ? "; by default " + field.otherwise() : "";
      route = route.query(field.name(), field.description() + bounds + usual);
    }
    return route;
  }

  /**
   * Names the JSON that it takes.
   *
   * @param schema a name among the schemas of the API
   * @return the same route with it
   */
  public Route takes(String schema) {
    return with(
        new RouteBodies(
            Optional.of(schema),
            bodies.accepted(),
            bodies.response(),
            bodies.statuses(),
            bodies.tagged()));
  }

  /**
   * Names media types that it takes besides or instead of JSON that has a schema.
   *
   * @param mediaTypes as in {@code application/x-ndjson}
   * @return the same route with them
   */
  public Route takesTypes(String... mediaTypes) {
    return with(
        new RouteBodies(
            bodies.request(),
            List.of(mediaTypes),
            bodies.response(),
            bodies.statuses(),
            bodies.tagged()));
  }

  /**
   * Names the JSON that it answers with.
   *
   * @param schema a name among the schemas of the API
   * @param statuses of answers that are no problems
   * @return the same route with it
   */
  public Route answers(String schema, Integer... statuses) {
    return with(
        new RouteBodies(
            bodies.request(),
            bodies.accepted(),
            Optional.of(schema),
            List.of(statuses),
            bodies.tagged()));
  }

  /**
   * Names the statuses of answers without a JSON body.
   *
   * @param statuses of answers that are no problems
   * @return the same route with them
   */
  public Route answersPlain(Integer... statuses) {
    return with(
        new RouteBodies(
            bodies.request(),
            bodies.accepted(),
            Optional.empty(),
            List.of(statuses),
            bodies.tagged()));
  }

  /**
   * Says that it shows or changes what has a tag: what it shows is answered with an ETag, and a
   * change may have a condition.
   *
   * @return the same route, whose endpoint asks for {@link Exchange#precondition}
   */
  public Route tagged() {
    return with(
        new RouteBodies(
            bodies.request(), bodies.accepted(), bodies.response(), bodies.statuses(), true));
  }

  private Route with(RouteBodies bodies) {
    return new Route(verb, template, operation, summary, query, bodies, endpoint);
  }

  /** The path between its slashes. */
  List<String> segments() {
    return List.of(template.substring(1).split("/", -1));
  }

  /** The names in braces. */
  List<String> variables() {
    return segments().stream().filter(Route::isVariable).map(Route::variable).toList();
  }

  static boolean isVariable(String segment) {
    return segment.startsWith("{") && segment.endsWith("}");
  }

  static String variable(String segment) {
    return segment.substring(1, segment.length() - 1);
  }
}
