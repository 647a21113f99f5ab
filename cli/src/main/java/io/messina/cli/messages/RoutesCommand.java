package io.messina.cli.messages;

import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteOptions;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code messina routes}. */
@Command(
    name = "routes",
    description = "Put, show, list and delete routes, which choose the connector of a message.")
public final class RoutesCommand
    extends DefinitionCommand<RouteOptions, RouteDefinition, RouteDefinition> {

  /** For picocli. */
  public RoutesCommand() {
    super(RouteOptions.class, List.of("name", "generation", "channel", "account"));
  }

  @Override
  DefinitionClient<RouteOptions, RouteDefinition, RouteDefinition> one(
      MessinaClient client, String name) {
    return client.messages().route(name);
  }

  @Override
  List<RouteDefinition> all(MessinaClient client) {
    return client.messages().routes();
  }
}
