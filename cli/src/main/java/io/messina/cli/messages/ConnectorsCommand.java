package io.messina.cli.messages;

import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.cli.definition.FileDefinitionCommand;
import io.messina.client.MessinaClient;
import io.messina.client.message.ConnectorClient;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code messina connectors}. */
@Command(
    name = "connectors",
    description = "Put, show, list and delete connectors, which speak to providers.")
public final class ConnectorsCommand
    extends FileDefinitionCommand<ConnectorClient, ConnectorOptions, ConnectorReport> {

  /** For picocli. */
  public ConnectorsCommand() {
    super(
        "connector",
        ConnectorOptions.class,
        List.of(
            "name",
            "generation",
            "account",
            "running",
            "resting",
            "paused",
            "waiting",
            "uncertain",
            "trouble"));
  }

  @Override
  protected ConnectorClient one(MessinaClient client, String name) {
    return client.messages().connector(name);
  }

  @Override
  protected List<ConnectorReport> all(MessinaClient client) {
    return client.messages().connectors();
  }
}
