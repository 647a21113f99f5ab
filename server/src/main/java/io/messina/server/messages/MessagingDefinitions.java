package io.messina.server.messages;

import io.messina.api.Defined;
import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.messaging.node.Messaging;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Precondition;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.DefinitionRoutes.Words;
import io.messina.server.definition.Resources;
import io.messina.server.http.Route;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What is defined for messages: accounts, connectors and routes.
 *
 * @param messaging of the node
 */
record MessagingDefinitions(Messaging messaging) implements MessagesApi.Part {

  /**
   * Definitions of one kind.
   *
   * @param name reads a name
   * @param put makes sure that one is there
   * @param find finds one
   * @param delete deletes one
   * @param catalog has all
   * @param shownAs one, as the API has it
   */
  private record Kind<N, O extends Record, D extends Record & Defined>(
      Function<String, N> name,
      Put<N, O, D> put,
      Function<N, D> find,
      BiConsumer<N, Precondition> delete,
      GenerationCatalog<D> catalog,
      Function<D, Record> shownAs)
      implements Resources<O, D> {

    @Override
    public Created<D> put(String text, O options, Precondition precondition) {
      return put.put(name.apply(text), options, precondition);
    }

    @Override
    public D find(String text) {
      return find.apply(name.apply(text));
    }

    @Override
    public void delete(String text, Precondition precondition) {
      delete.accept(name.apply(text), precondition);
    }

    @Override
    public Collection<D> all() {
      return catalog.freshView().living().values();
    }

    @Override
    public Record shown(D definition) {
      return shownAs.apply(definition);
    }
  }

  private interface Put<N, O, D> {
    Created<D> put(N name, O options, Precondition precondition);
  }

  @Override
  public List<Route> routes() {
    return Stream.of(accounts(), connectors(), routing())
        .flatMap(kind -> kind.routes().stream())
        .toList();
  }

  private DefinitionRoutes<AccountOptions, AccountDefinition> accounts() {
    return new DefinitionRoutes<>(
        new Words(
            "Account",
            "Whose messages there are. Other options than it has take their place on all nodes"
                + " within two seconds.",
            "The definition of an account.",
            "Deletes an account; what it has asked for is sent still."),
        AccountName::new,
        AccountOptions.class,
        new Kind<>(
            AccountName::new,
            messaging::put,
            messaging.catalog()::account,
            messaging.catalog()::delete,
            messaging.catalog().accounts(),
            account -> account));
  }

  private DefinitionRoutes<ConnectorOptions, ConnectorDefinition> connectors() {
    return new DefinitionRoutes<>(
        new Words(
            "Connector",
            "A way to a provider. Other options than it has take their place: calls that are"
                + " under way end before, so that no message is sent twice by that.",
            "The definition of a connector, and how it goes on this node.",
            "Deletes a connector. That is refused while a route names it, or messages wait for"
                + " it or have to be resolved."),
        ConnectorName::new,
        ConnectorOptions.class,
        new Kind<>(
            ConnectorName::new,
            messaging::put,
            messaging.catalog()::connector,
            messaging::delete,
            messaging.catalog().connectors(),
            messaging::report));
  }

  private DefinitionRoutes<RouteOptions, RouteDefinition> routing() {
    return new DefinitionRoutes<>(
        new Words(
            "Route",
            "Which connectors take some of the messages.",
            "The definition of a route.",
            "Deletes a route; what was routed by it goes on."),
        RouteName::new,
        RouteOptions.class,
        new Kind<>(
            RouteName::new,
            messaging::put,
            messaging.catalog()::route,
            messaging.catalog()::delete,
            messaging.catalog().routes(),
            route -> route));
  }
}
