package io.messina.cli.messages;

import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteOptions;
import io.messina.cli.definition.FileDefinitionCommand;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code messina routes}. */
@Command(
    name = "routes",
    description = "Put, show, list and delete routes, which choose the connector of a message.")
public final class RoutesCommand
    extends FileDefinitionCommand<
        DefinitionClient<RouteOptions, RouteDefinition, RouteDefinition>,
        RouteOptions,
        RouteDefinition> {

  /** For picocli. */
  public RoutesCommand() {
    super("route", RouteOptions.class, List.of("name", "generation", "channel", "account"));
  }

  @Override
  protected DefinitionClient<RouteOptions, RouteDefinition, RouteDefinition> one(
      MessinaClient client, String name) {
    return client.messages().route(name);
  }

  @Override
  protected List<RouteDefinition> all(MessinaClient client) {
    return client.messages().routes();
  }
}
