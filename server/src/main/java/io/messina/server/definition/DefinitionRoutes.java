package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.api.Wire;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Creates, shows and deletes what has a name, of one kind.
 *
 * @param words what is said of the kind
 * @param names checks a name
 * @param options what is put
 * @param resources what there is
 * @param <O> options
 * @param <D> definitions
 */
public record DefinitionRoutes<O extends Record, D extends Record & Defined>(
    Words words, Function<String, ?> names, Class<O> options, Resources<O, D> resources) {

  /**
   * What is said of a kind.
   *
   * @param name as in {@code Account}, from which paths and operations have theirs
   * @param put what creating one does
   * @param get what is shown of one
   * @param delete what deleting one does
   */
  public record Words(String name, String put, String get, String delete) {

    /** The path of all. */
    public String all() {
      return "/v1/" + segment() + "s";
    }

    /** The path of one. */
    public String one() {
      return all() + "/{" + segment() + "}";
    }

    /** What a path calls the name of one. */
    public String segment() {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What it answers.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<Route> routes() {
    String name = words.name();
    return List.of(
        NamedPages.of(
            Route.of(
                    Verb.GET,
                    words.all(),
                    "list" + name + "s",
                    "All " + words.segment() + "s.",
                    this::list)
                .answers(name + "s", 200)),
        Route.of(Verb.PUT, words.one(), "create" + name, words.put(), this::put)
            .takes(options.getSimpleName())
            .answers(name, 200, 201)
            .tagged(),
        Route.of(Verb.GET, words.one(), "get" + name, words.get(), this::get)
            .answers(name, 200)
            .tagged(),
        Route.of(Verb.DELETE, words.one(), "delete" + name, words.delete(), this::delete)
            .answersPlain(204)
            .tagged());
  }

  private String name(Exchange exchange) {
    return names.apply(exchange.path(words.segment())).toString();
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        words.segment() + "s",
        resources.all(),
        names,
        each -> each.name().toString(),
        resources::shown);
  }

  private void put(Exchange exchange) throws IOException {
    Created<D> created =
        resources.put(name(exchange), exchange.json().read(options), exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    send(exchange, 200, resources.find(name(exchange)));
  }

  private void send(Exchange exchange, int status, D definition) {
    exchange.sendTagged(
        status, definition.tag(), json -> Wire.write(json, resources.shown(definition)));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    resources.delete(name(exchange), exchange.precondition());
    exchange.sendNothing();
  }
}
