package io.messina.server.messages;

import io.messina.api.Defined;
import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.messaging.node.Messaging;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.NamedResources;
import io.messina.server.http.Route;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Routes of accounts, connectors and routes. */
record MessagingDefinitions(
    Messaging messaging, Function<ConnectorDefinition, ConnectorReport> reports)
    implements MessagesApi.Part {

  @Override
  public List<Route> routes() {
    return Stream.of(accounts(), connectors(), routing()).flatMap(List::stream).toList();
  }

  private static <D extends Defined> Supplier<Collection<D>> living(GenerationCatalog<D> catalog) {
    return () -> catalog.freshView().living().values();
  }

  private List<Route> accounts() {
    return new DefinitionRoutes<>(
            DefinitionRoutes.Kind.of("Account"),
            AccountDefinition.class,
            Function.identity(),
            new NamedResources<>(
                "account",
                AccountName::new,
                AccountOptions.class,
                messaging::put,
                messaging.catalog()::account,
                messaging.catalog()::delete,
                living(messaging.catalog().accounts())))
        .routes(
            AccountOptions.class,
            "Whose messages there are. Other options than it has take their place on all nodes"
                + " within two seconds.",
            "The definition of an account.",
            "Deletes an account; what it has asked for is sent still.");
  }

  private List<Route> connectors() {
    return new DefinitionRoutes<>(
            DefinitionRoutes.Kind.of("Connector"),
            ConnectorReport.class,
            reports,
            new NamedResources<>(
                "connector",
                ConnectorName::new,
                ConnectorOptions.class,
                messaging::put,
                messaging.catalog()::connector,
                messaging::delete,
                living(messaging.catalog().connectors())))
        .routes(
            ConnectorOptions.class,
            "A way to a provider. Other options than it has take their place: calls that are"
                + " under way end before, so that no message is sent twice by that.",
            "The definition of a connector, and how it goes on all nodes.",
            "Deletes a connector. That is refused while a route names it, or messages wait for"
                + " it or have to be resolved.");
  }

  private List<Route> routing() {
    return new DefinitionRoutes<>(
            DefinitionRoutes.Kind.of("Route"),
            RouteDefinition.class,
            Function.identity(),
            new NamedResources<>(
                "route",
                RouteName::new,
                RouteOptions.class,
                messaging::put,
                messaging.catalog()::route,
                messaging.catalog()::delete,
                living(messaging.catalog().routes())))
        .routes(
            RouteOptions.class,
            "Which connectors take some of the messages.",
            "The definition of a route.",
            "Deletes a route; what was routed by it goes on.");
  }
}
