package io.messina.server.http;

import io.messina.api.RecordField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A method and a path that the server answers. Both the routing and the document at {@code
 * /openapi} are made from it.
 *
 * @param template the path; a segment in braces is any one segment, as in {@code
 *     /v1/streams/{stream}}
 * @param operation its id, as in {@code createStream}; unique
 * @param summary one sentence
 * @param query all parameters that a request may have; others are refused
 * @param headers for the document; the endpoint reads them itself
 */
public record Route(
    Verb verb,
    String template,
    String operation,
    String summary,
    List<Parameter> query,
    List<Parameter> headers,
    Bodies bodies,
    Endpoint endpoint) {

  /** Refuses a path that is not absolute. */
  public Route {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("template: " + template + " (expected: begins with /)");
    }
    query = List.copyOf(query);
    headers = List.copyOf(headers);
  }

  /** A parameter of the query, with a sentence that says its unit, bounds and default. */
  record Parameter(String name, String sentence) {}

  /**
   * The bodies of requests and answers.
   *
   * @param accepted media types beside the JSON of the request
   * @param statuses of answers that are no problems
   * @param tagged whether the route shows or changes a definition with a tag
   */
  record Bodies(
      Optional<Schema> request,
      List<String> accepted,
      Optional<Schema> response,
      List<Integer> statuses,
      boolean tagged) {}

  /** A route without bodies and parameters. */
  public static Route of(
      Verb verb, String template, String operation, String summary, Endpoint endpoint) {
    Bodies none = new Bodies(Optional.empty(), List.of(), Optional.empty(), List.of(200), false);
    return new Route(verb, template, operation, summary, List.of(), List.of(), none, endpoint);
  }

  /** The same route with a parameter of the query. */
  public Route query(String name, String sentence) {
    List<Parameter> more = new ArrayList<>(query);
    more.add(new Parameter(name, sentence));
    return new Route(verb, template, operation, summary, more, headers, bodies, endpoint);
  }

  /** The same route with a header, for its description alone. */
  public Route header(String name, String sentence) {
    List<Parameter> more = new ArrayList<>(headers);
    more.add(new Parameter(name, sentence));
    return new Route(verb, template, operation, summary, query, more, bodies, endpoint);
  }

  /** The same route with a parameter of the query for each field of a record. */
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

  /** The same route with a request of JSON. */
  public Route takes(Schema request) {
    return with(Optional.of(request), bodies.accepted, bodies.response, bodies.statuses);
  }

  /** The same route with a request that is a record. */
  public Route takes(Class<? extends Record> request) {
    return takes(Schema.request(request.getSimpleName(), request));
  }

  /** The same route with other media types, beside or instead of JSON that has a schema. */
  public Route takesTypes(String... mediaTypes) {
    return with(bodies.request, List.of(mediaTypes), bodies.response, bodies.statuses);
  }

  /** The same route with an answer of JSON, and the statuses of good answers. */
  public Route answers(Schema response, Integer... statuses) {
    return with(bodies.request, bodies.accepted, Optional.of(response), List.of(statuses));
  }

  /** The same route with an answer that is a record, and the statuses of good answers. */
  public Route answers(Class<? extends Record> response, Integer... statuses) {
    return answers(Schema.answer(response), statuses);
  }

  /** The same route with the statuses of good answers, which have no JSON. */
  public Route answersPlain(Integer... statuses) {
    return with(bodies.request, bodies.accepted, Optional.empty(), List.of(statuses));
  }

  /**
   * The same route, of a definition with a tag: the answer has an ETag, and a change may have a
   * condition. Its endpoint calls {@link Exchange#precondition}.
   */
  public Route tagged() {
    Bodies tagged =
        new Bodies(bodies.request, bodies.accepted, bodies.response, bodies.statuses, true);
    return new Route(verb, template, operation, summary, query, headers, tagged, endpoint);
  }

  /** The same route; if it takes no body it refuses one that says something, but for a GET. */
  public Route refusingBodies() {
    if (bodies.request.isPresent() || !bodies.accepted.isEmpty() || verb == Verb.GET) {
      return this;
    }
    Endpoint bodiless =
        exchange -> {
          exchange.jsonIfAny().end();
          endpoint.handle(exchange);
        };
    return new Route(verb, template, operation, summary, query, headers, bodies, bodiless);
  }

  private Route with(
      Optional<Schema> request,
      List<String> accepted,
      Optional<Schema> response,
      List<Integer> statuses) {
    Bodies others = new Bodies(request, accepted, response, statuses, bodies.tagged);
    return new Route(verb, template, operation, summary, query, headers, others, endpoint);
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
