package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.api.Wire;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Routes that create, change, show and delete definitions of one kind.
 *
 * @param shown the class of reports
 * @param report a definition as routes show it
 * @param <D> definitions
 * @param <R> reports
 */
public record DefinitionRoutes<D extends Record & Defined, R extends Record>(
    Kind kind, Class<R> shown, Function<D, R> report, Resources<D> resources) {

  /**
   * The names of a kind.
   *
   * @param name as in {@code Account}, in the names of operations and schemas
   * @param plural as in {@code accounts}, the field of a list
   * @param all the path of all
   * @param one the path of one
   */
  public record Kind(String name, String plural, String all, String one) {

    /** A kind whose definitions have one name, under {@code /v1}. */
    public static Kind of(String name) {
      String segment = name.toLowerCase(Locale.ROOT);
      String all = "/v1/" + segment + "s";
      return new Kind(name, segment + "s", all, all + "/{" + segment + "}");
    }
  }

  /** All routes of a kind whose options are put whole. */
  public List<Route> routes(
      Class<? extends Record> options, String put, String get, String delete) {
    return List.of(
        list("All " + kind.plural + "."),
        put(Schema.request(options.getSimpleName(), options), put),
        get(get),
        delete(delete));
  }

  /** Answers a page of them. */
  public Route list(String summary) {
    return NamedPages.of(
        Route.of(Verb.GET, kind.all, "list" + kind.name + "s", summary, this::list)
            .answers(
                Schema.page(kind.name + "s", kind.plural, Schema.answer(kind.name, shown)), 200));
  }

  /** Creates one, or gives it other options. */
  public Route put(Schema options, String summary) {
    return Route.of(Verb.PUT, kind.one, "create" + kind.name, summary, this::put)
        .takes(options)
        .answers(Schema.answer(kind.name, shown), 200, 201)
        .tagged();
  }

  /** Changes options of an existing one. */
  public Route change(Class<? extends Record> options, String summary, Resources.Change<D> change) {
    return Route.of(
            Verb.PATCH,
            kind.one,
            "change" + kind.name,
            summary,
            exchange -> send(exchange, 200, change.change(exchange)))
        .takes(Schema.change(options))
        .answers(Schema.answer(kind.name, shown), 200)
        .tagged();
  }

  /** Shows one. */
  public Route get(String summary) {
    return Route.of(Verb.GET, kind.one, "get" + kind.name, summary, this::get)
        .answers(Schema.answer(kind.name, shown), 200)
        .tagged();
  }

  /** Deletes one. */
  public Route delete(String summary) {
    return Route.of(Verb.DELETE, kind.one, "delete" + kind.name, summary, this::delete)
        .answersPlain(204)
        .tagged();
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        kind.plural,
        resources.all(exchange),
        resources::checkName,
        each -> each.name().toString(),
        report);
  }

  private void put(Exchange exchange) throws IOException {
    Created<D> created = resources.put(exchange);
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    send(exchange, 200, resources.find(exchange));
  }

  private void send(Exchange exchange, int status, D definition) {
    exchange.sendTagged(
        status, definition.tag(), json -> Wire.write(json, report.apply(definition)));
  }

  private void delete(Exchange exchange) throws IOException {
    resources.delete(exchange);
    exchange.sendNothing();
  }
}
