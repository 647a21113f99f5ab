package io.messina.messaging.node;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.GenerationCatalog.Kind;
import io.messina.runtime.definition.Precondition;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The accounts, connectors and routes, the same on all nodes. Safe for use by many threads. */
public record MessagingCatalog(
    GenerationCatalog<AccountDefinition> accounts,
    GenerationCatalog<ConnectorDefinition> connectors,
    GenerationCatalog<RouteDefinition> routes)
    implements AutoCloseable {

  private static final Kind<AccountDefinition> ACCOUNTS =
      kind(
          "accounts",
          10_000,
          row ->
              new AccountDefinition(
                  new AccountName(row.name()),
                  row.generation(),
                  read(row, AccountOptions.class),
                  GenerationCatalog.tag(row)),
          AccountDefinition::options);

  /** Each has a stream. */
  private static final Kind<ConnectorDefinition> CONNECTORS =
      kind(
          "connectors",
          200,
          row ->
              new ConnectorDefinition(
                  new ConnectorName(row.name()),
                  row.generation(),
                  read(row, ConnectorOptions.class),
                  GenerationCatalog.tag(row)),
          ConnectorDefinition::options);

  private static final Kind<RouteDefinition> ROUTES =
      kind(
          "routes",
          1_000,
          row ->
              new RouteDefinition(
                  new RouteName(row.name()),
                  row.generation(),
                  read(row, RouteOptions.class),
                  GenerationCatalog.tag(row)),
          RouteDefinition::options);

  private static <D> Kind<D> kind(
      String name, int livingMax, Function<Definition, D> read, Function<D, Object> options) {
    return new Kind<>(name, livingMax, 10 * livingMax, read, options, false, (_, _) -> {});
  }

  private static <T> T read(Definition row, Class<T> type) {
    return Wire.read(row.json(), type);
  }

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store; its threads watch
   * @return must be closed
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   */
  public static MessagingCatalog of(Context context) {
    context.store().create(DefinitionTable.DEFINITIONS);
    return new MessagingCatalog(
        new GenerationCatalog<>(context, ACCOUNTS),
        new GenerationCatalog<>(context, CONNECTORS),
        new GenerationCatalog<>(context, ROUTES));
  }

  /** Begins to watch, and does not wait. To be called once. */
  public void start() {
    accounts.start();
    connectors.start();
    routes.start();
  }

  /** Whether all were ever read; until then their views are empty. */
  boolean isLoaded() {
    return accounts.isLoaded() && connectors.isLoaded() && routes.isLoaded();
  }

  /**
   * Reads an account.
   *
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Unavailable if the store does not answer
   */
  public AccountDefinition account(AccountName name) {
    return accounts
        .find(name.value())
        .orElseThrow(() -> new NotDefinedException("account", name.value()));
  }

  /**
   * Reads a connector.
   *
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Unavailable if the store does not answer
   */
  public ConnectorDefinition connector(ConnectorName name) {
    return connectors
        .find(name.value())
        .orElseThrow(() -> new NotDefinedException("connector", name.value()));
  }

  /**
   * Reads a route.
   *
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Unavailable if the store does not answer
   */
  public RouteDefinition route(RouteName name) {
    return routes
        .find(name.value())
        .orElseThrow(() -> new NotDefinedException("route", name.value()));
  }

  /**
   * Creates or changes an account.
   *
   * @param precondition throws if the current definition does not allow the change
   * @return the current definition, and whether this call created it
   * @throws RequestException.Refused if the catalog is full
   */
  public Created<AccountDefinition> put(
      AccountName name, AccountOptions options, Precondition precondition) {
    return accounts.put(name.value(), Wire.write(options), precondition);
  }

  /**
   * Creates or changes a connector.
   *
   * @param precondition throws if the current definition does not allow the change
   * @return the current definition, and whether this call created it
   * @throws RequestException.Refused if its account is not defined, a route that names it would not
   *     fit any more, or the catalog is full
   */
  public Created<ConnectorDefinition> put(
      ConnectorName name, ConnectorOptions options, Precondition precondition) {
    options.account().ifPresent(this::checkAccount);
    naming(name).forEach(route -> check("connector", name.value(), route.options(), options));
    return connectors.put(name.value(), Wire.write(options), precondition);
  }

  /**
   * Creates or changes a route.
   *
   * @param precondition throws if the current definition does not allow the change
   * @return the current definition, and whether this call created it
   * @throws RequestException.Refused if its account or a connector is not defined, a connector does
   *     not serve its channel or belongs to another account, or the catalog is full
   */
  public Created<RouteDefinition> put(
      RouteName name, RouteOptions options, Precondition precondition) {
    options.account().ifPresent(this::checkAccount);
    names(options)
        .forEach(
            each -> {
              ConnectorDefinition connector =
                  connectors
                      .find(each)
                      .orElseThrow(() -> conflict("connector: " + each, "one that was created"));
              check("connector", each, options, connector.options());
            });
    return routes.put(name.value(), Wire.write(options), precondition);
  }

  /**
   * Deletes an account. Its accepted messages are still sent.
   *
   * @param precondition throws if the current definition does not allow the change
   * @throws NotDefinedException if it is not defined
   */
  public void delete(AccountName name, Precondition precondition) {
    if (!accounts.delete(name.value(), precondition)) {
      throw new NotDefinedException("account", name.value());
    }
  }

  /**
   * Deletes a connector.
   *
   * @param precondition throws if the current definition does not allow the change
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Refused if a route names it
   */
  public void delete(ConnectorName name, Precondition precondition) {
    naming(name).stream()
        .findFirst()
        .ifPresent(
            route -> {
              throw conflict(
                  name + ": the route " + route.name() + " names it", "no route that names it");
            });
    if (!connectors.delete(name.value(), precondition)) {
      throw new NotDefinedException("connector", name.value());
    }
  }

  /**
   * Deletes a route. Messages that were routed by it are still sent.
   *
   * @param precondition throws if the current definition does not allow the change
   * @throws NotDefinedException if it is not defined
   */
  public void delete(RouteName name, Precondition precondition) {
    if (!routes.delete(name.value(), precondition)) {
      throw new NotDefinedException("route", name.value());
    }
  }

  /** The routes that name a connector. */
  private List<RouteDefinition> naming(ConnectorName name) {
    return routes.refresh().living().values().stream()
        .filter(route -> names(route.options()).anyMatch(name.value()::equals))
        .toList();
  }

  private static Stream<String> names(RouteOptions options) {
    return Stream.concat(options.weights().keySet().stream(), options.fallback().stream());
  }

  private void checkAccount(AccountName name) {
    if (accounts.find(name.value()).isEmpty()) {
      throw conflict("account: " + name, "one that was created");
    }
  }

  private static void check(
      String what, String connector, RouteOptions route, ConnectorOptions options) {
    if (!options.protocol().takes(route.channel())) {
      throw conflict(what + ": " + connector, "a protocol for " + route.channel());
    }
    if (options.account().isPresent() && !options.account().equals(route.account())) {
      throw conflict(
          what + ": " + connector + " is of " + options.account().get(), "a route of that account");
    }
  }

  private static RequestException.Refused conflict(String found, String expected) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.CONFLICT, found + " (expected: " + expected + ")");
  }

  /** Ends the watch. Repeating it changes nothing. */
  @Override
  public void close() {
    accounts.close();
    connectors.close();
    routes.close();
  }
}
