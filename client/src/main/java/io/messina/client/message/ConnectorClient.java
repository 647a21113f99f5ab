package io.messina.client.message;

import io.messina.api.message.ConnectorDefinition;
import io.messina.api.message.ConnectorName;
import io.messina.api.message.ConnectorOptions;
import io.messina.api.message.ConnectorReport;
import io.messina.api.message.UncertainMessage;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.util.List;

/** A connector, which speaks to a provider. Safe for use by many threads. */
public final class ConnectorClient
    extends DefinitionClient<ConnectorOptions, ConnectorDefinition, ConnectorReport> {

  ConnectorClient(Transport transport, ConnectorName name) {
    super(
        new Place<>(
            transport, Paths.CONNECTORS, name, ConnectorDefinition.class, ConnectorReport.class));
  }

  /**
   * The messages of which nobody knows whether the provider has them.
   *
   * @return since when, and from when on {@link MessagesClient#resolve} decides
   */
  public List<UncertainMessage> uncertain() {
    return place()
        .transport()
        .list(place().path() + "/uncertain", "uncertain", UncertainMessage.class);
  }
}
