package io.messina.client.message;

import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UncertainMessage;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.util.List;
import java.util.Optional;

/** A connector, which speaks to a provider. Safe for use by many threads. */
public final class ConnectorClient
    extends DefinitionClient<ConnectorOptions, ConnectorDefinition, ConnectorReport> {

  ConnectorClient(Transport transport, ConnectorName name) {
    super(
        new Place<>(
            transport, Paths.CONNECTORS, name, ConnectorDefinition.class, ConnectorReport.class));
  }

  /**
   * Lists the messages for which it is unknown whether the provider has them.
   *
   * @return since when, and from when on {@link MessagesClient#resolve} decides
   */
  public List<UncertainMessage> uncertain() {
    return list("uncertain", UncertainMessage.class);
  }

  /**
   * Decides on uncertain messages, page by page. Not repeated by the client: messages decided
   * before a failure stay decided, and the rest can be requested again.
   *
   * @param some the messages, and the decision for them
   * @return how many were decided, and how many of the chosen were not
   */
  public ResolvedSome resolve(ResolvingSome some) {
    ResolvingSome wanted = some;
    int resolved = 0;
    int left = 0;
    while (true) {
      ResolvedSome page = post("uncertain/resolve", wanted, Repeat.UNDONE, ResolvedSome.class);
      resolved += page.resolved();
      left += page.left();
      if (page.next().isEmpty()) {
        return new ResolvedSome(resolved, left, Optional.empty());
      }
      wanted = wanted.after(page.next().get());
    }
  }
}
