package io.messina.server.messages;

import io.messina.api.Wire;
import io.messina.api.message.AccountDefinition;
import io.messina.api.message.AccountName;
import io.messina.api.message.AccountOptions;
import io.messina.api.message.ConnectorDefinition;
import io.messina.api.message.ConnectorName;
import io.messina.api.message.ConnectorOptions;
import io.messina.api.message.RouteDefinition;
import io.messina.api.message.RouteName;
import io.messina.api.message.RouteOptions;
import io.messina.messaging.node.Messaging;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is defined for messages: accounts, connectors and routes. */
final class DefinitionRoutes implements MessagesApi.Part {

  private final Messaging messaging;

  DefinitionRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  /**
   * What is said of a kind of definitions.
   *
   * @param name as in {@code Account}
   * @param put what creating one does
   * @param get what is shown of one
   * @param delete what deleting one does
   */
  private record Words(String name, String put, String get, String delete) {

    String all() {
      return "/v1/" + segment() + "s";
    }

    String one() {
      return all() + "/{" + segment() + "}";
    }

    String segment() {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What is done with a kind of definitions.
   *
   * @param name reads a name
   * @param options the class of what is put
   * @param put makes sure that one is there
   * @param find finds one
   * @param delete deletes one
   * @param all lists all
   * @param nameOf the name of one
   * @param tagOf the tag of one
   * @param shown one, as the API has it
   */
  private record Deeds<N, O extends Record, D extends Record>(
      Function<String, N> name,
      Class<O> options,
      Put<N, O, D> put,
      Function<N, D> find,
      BiConsumer<N, Precondition> delete,
      Supplier<Collection<D>> all,
      Function<D, String> nameOf,
      Function<D, String> tagOf,
      Function<D, Record> shown) {}

  private interface Put<N, O, D> {
    Created<D> put(N name, O options, Precondition precondition);
  }

  @Override
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        routes(
            new Words(
                "Account",
                "Whose messages there are. Other options than it has take their place on all nodes"
                    + " within two seconds.",
                "The definition of an account.",
                "Deletes an account; what it has asked for is sent still."),
            accounts()));
    routes.addAll(
        routes(
            new Words(
                "Connector",
                "A way to a provider. Other options than it has take their place: calls that are"
                    + " under way end before, so that no message is sent twice by that.",
                "The definition of a connector, and how it goes on this node.",
                "Deletes a connector. That is refused while a route names it, or messages wait for"
                    + " it or have to be resolved."),
            connectors()));
    routes.addAll(
        routes(
            new Words(
                "Route",
                "Which connectors take some of the messages.",
                "The definition of a route.",
                "Deletes a route; what was routed by it goes on."),
            this.routing()));
    return routes;
  }

  private Deeds<AccountName, AccountOptions, AccountDefinition> accounts() {
    return new Deeds<>(
        AccountName::new,
        AccountOptions.class,
        messaging::put,
        messaging.catalog()::account,
        messaging.catalog()::delete,
        () -> messaging.catalog().accounts().freshView().living().values(),
        account -> account.name().value(),
        AccountDefinition::tag,
        account -> account);
  }

  private Deeds<ConnectorName, ConnectorOptions, ConnectorDefinition> connectors() {
    return new Deeds<>(
        ConnectorName::new,
        ConnectorOptions.class,
        messaging::put,
        messaging.catalog()::connector,
        messaging::delete,
        () -> messaging.catalog().connectors().freshView().living().values(),
        connector -> connector.name().value(),
        ConnectorDefinition::tag,
        messaging::report);
  }

  private Deeds<RouteName, RouteOptions, RouteDefinition> routing() {
    return new Deeds<>(
        RouteName::new,
        RouteOptions.class,
        messaging::put,
        messaging.catalog()::route,
        messaging.catalog()::delete,
        () -> messaging.catalog().routes().freshView().living().values(),
        route -> route.name().value(),
        RouteDefinition::tag,
        route -> route);
  }

  private static <N, O extends Record, D extends Record> List<Route> routes(
      Words words, Deeds<N, O, D> deeds) {
    String name = words.name();
    return List.of(
        NamedPages.of(
            Route.of(
                    Verb.GET,
                    words.all(),
                    "list" + name + "s",
                    "All " + words.segment() + "s.",
                    exchange -> list(exchange, words, deeds))
                .answers(name + "s", 200)),
        Route.of(
                Verb.PUT,
                words.one(),
                "create" + name,
                words.put(),
                exchange -> put(exchange, words, deeds))
            .takes(name + "Options")
            .answers(name, 200, 201)
            .tagged(),
        Route.of(
                Verb.GET,
                words.one(),
                "get" + name,
                words.get(),
                exchange ->
                    send(exchange, 200, deeds, deeds.find.apply(name(exchange, words, deeds))))
            .answers(name, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                words.one(),
                "delete" + name,
                words.delete(),
                exchange -> delete(exchange, words, deeds))
            .answersPlain(204)
            .tagged());
  }

  private static <N> N name(Exchange exchange, Words words, Deeds<N, ?, ?> deeds) {
    return deeds.name.apply(exchange.path(words.segment()));
  }

  private static <D extends Record> void list(
      Exchange exchange, Words words, Deeds<?, ?, D> deeds) {
    NamedPages.send(exchange, words.segment() + "s", deeds.all.get(), deeds.nameOf, deeds.shown);
  }

  private static <N, O extends Record, D extends Record> void put(
      Exchange exchange, Words words, Deeds<N, O, D> deeds) throws IOException {
    Created<D> created =
        deeds.put.put(
            name(exchange, words, deeds),
            exchange.json().read(deeds.options),
            exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, deeds, created.value());
  }

  private static <N, D extends Record> void send(
      Exchange exchange, int status, Deeds<N, ?, D> deeds, D definition) {
    exchange.sendTagged(
        status,
        deeds.tagOf.apply(definition),
        json -> Wire.write(json, deeds.shown.apply(definition)));
  }

  private static <N> void delete(Exchange exchange, Words words, Deeds<N, ?, ?> deeds)
      throws IOException {
    exchange.jsonIfAny().end();
    deeds.delete.accept(name(exchange, words, deeds), exchange.precondition());
    exchange.sendNothing();
  }
}
