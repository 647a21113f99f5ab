package io.messina.messaging.node;

import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteOptions;
import io.messina.runtime.definition.Generations;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The definitions as this process knows them. Safe for use by many threads. */
interface ActiveDefinitions {

  /** Whether there is anything to work with. */
  boolean isUsed();

  /** The connectors, by name. */
  Map<String, ConnectorDefinition> connectors();

  /** The names of connectors that were deleted. */
  Set<String> deleted();

  /** The routes, in the order of their names. */
  List<RouteOptions> routes();

  /** The options of an account; throws if it is not defined. */
  AccountOptions account(AccountName name);

  /** Reads the definitions that other nodes have written. */
  void refresh();

  /** Routes are looked at for each message. */
  record Known(Generations<RouteDefinition> view, List<RouteOptions> routes) {}

  /** The definitions of a catalog. */
  static ActiveDefinitions of(MessagingCatalog catalog) {
    return new ActiveDefinitions() {

      private volatile Known known = new Known(Generations.none(), List.of());

      @Override
      public boolean isUsed() {
        return catalog.isLoaded()
            && !(catalog.accounts().view().living().isEmpty()
                && catalog.connectors().view().numbers().isEmpty()
                && catalog.connectors().view().gone().isEmpty());
      }

      @Override
      public Map<String, ConnectorDefinition> connectors() {
        return catalog.connectors().view().living();
      }

      @Override
      public Set<String> deleted() {
        return catalog.connectors().view().gone().keySet();
      }

      @Override
      @SuppressWarnings("ReferenceEquality") // the same view, which is replaced with each change
      public List<RouteOptions> routes() {
        Generations<RouteDefinition> view = catalog.routes().view();
        Known now = known;
        if (now.view != view) {
          now =
              new Known(
                  view, view.living().values().stream().map(RouteDefinition::options).toList());
          known = now;
        }
        return now.routes;
      }

      @Override
      public AccountOptions account(AccountName name) {
        return catalog.account(name).options();
      }

      @Override
      public void refresh() {
        var _ = catalog.connectors().refresh();
        var _ = catalog.routes().refresh();
      }
    };
  }
}
