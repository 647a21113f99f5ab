package io.messina.client.message;

import io.messina.api.Checks;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageResult;
import io.messina.api.message.MessageResults;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.Resolved;
import io.messina.api.message.report.Resolving;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.api.message.template.MessagePreview;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Messages: sending them, reading their outcomes, and configuring their accounts, connectors,
 * routes and templates. Methods wait for the answer and throw a {@link MessinaException} if it is
 * not good; an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe
 * for use by many threads.
 */
public final class MessagesClient {

  private static final String LINES = "application/x-ndjson";

  private final Transport transport;

  /**
   * For {@code MessinaClient}, which applications ask.
   *
   * @param transport sends the requests
   */
  @SuppressWarnings("exports") // no application can name it
  public MessagesClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * Takes a message, which will be sent once, or somebody is told. A message with a key that comes
   * again within 24 hours is the same message. One without gets a key of this call, so that the
   * call can be tried again.
   *
   * @param message the message to send
   * @return its id, once it is durable
   * @throws MessinaException.Refused if it is wrong, or its key was used for another message
   */
  public MessageResult accept(NewMessage message) {
    return transport.send(
        Call.post(Paths.MESSAGES, keyed(message, transport.surroundings().unique()), Repeat.ALWAYS),
        MessageResult.class);
  }

  /**
   * Takes many messages, each as {@link #accept} does: one that is refused hinders no other.
   *
   * @param messages at least one, as many as the server takes in one request
   * @return the result of each, in their order
   */
  public MessageResults acceptAll(List<NewMessage> messages) {
    Checks.that(!messages.isEmpty(), "messages", 0, "at least one");
    String key = transport.surroundings().unique();
    List<byte[]> lines = new ArrayList<>();
    for (NewMessage message : messages) {
      lines.add(keyed(message, key + "#" + lines.size()));
    }
    Call call = Call.with("POST", Paths.MESSAGES, LINES, JsonBodies.lines(lines), Repeat.ALWAYS);
    return transport.send(call, MessageResults.class);
  }

  /**
   * Checks a message and renders it; nothing is stored or sent.
   *
   * @param message the message
   * @return the rendered text, and the time at which the message would leave
   * @throws MessinaException.Refused if it is wrong
   */
  public MessagePreview check(NewMessage message) {
    return transport.send(
        Call.post(Paths.MESSAGES + "?dry_run=true", JsonBodies.record(message), Repeat.ALWAYS),
        MessagePreview.class);
  }

  private static byte[] keyed(NewMessage message, String key) {
    return JsonBodies.record(message.marks().key().isPresent() ? message : message.key(key));
  }

  /**
   * Reads the state of a message and its history.
   *
   * @param message its id
   * @return the report
   * @throws MessinaException.NotFound if there is none
   */
  public MessageReport get(String message) {
    return transport.send(Call.get(path(message)), MessageReport.class);
  }

  /**
   * A page of messages.
   *
   * @param selection which ones
   * @param after the {@link MessagePage#next} of the page before; empty for the first one
   * @return some of them
   */
  public MessagePage page(MessageSelection selection, Optional<String> after) {
    return transport.send(
        Call.get(Paths.MESSAGES + selection.query().with("after", after)), MessagePage.class);
  }

  /**
   * All messages, page after page.
   *
   * @param selection which ones
   * @return as they were when their page was read
   */
  public List<MessageReport> search(MessageSelection selection) {
    return transport.list(Paths.MESSAGES, selection.query(), "messages", MessageReport.class);
  }

  /**
   * Takes a message back. Tried again only if nothing was done.
   *
   * @param message its id
   * @throws MessinaException.Refused if its sending has begun
   */
  public void cancel(String message) {
    transport.sendForNothing(Call.post(path(message) + "/cancel", new byte[0], Repeat.UNDONE));
  }

  /**
   * Decides on an uncertain message. Tried again only if nothing was done.
   *
   * @param message its id
   * @param as the decision
   * @return the decision as it is stored
   * @throws MessinaException.Refused if it is not uncertain, or may still be with the provider
   */
  public Resolved resolve(String message, MessageResolution as) {
    return transport.send(
        Call.post(path(message) + "/resolve", JsonBodies.record(new Resolving(as)), Repeat.UNDONE),
        Resolved.class);
  }

  /**
   * Counts the messages sent, by day, account, channel, connector and country.
   *
   * @param selection which usage
   * @return all of it, and the parts that are missing
   */
  public UsageRows usage(UsageSelection selection) {
    List<UsageRow> rows = new ArrayList<>();
    Optional<String> after = Optional.empty();
    UsageRows page;
    do {
      page =
          transport.send(
              Call.get(Paths.USAGE + selection.query().with("after", after)), UsageRows.class);
      rows.addAll(page.rows());
      after = page.next();
    } while (after.isPresent());
    return new UsageRows(rows, page.completeTo(), page.missing(), Optional.empty());
  }

  /**
   * Returns a client for an account, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   */
  public AccountClient account(AccountName name) {
    return new AccountClient(transport, name);
  }

  /**
   * Returns a client for an account, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public AccountClient account(String name) {
    return account(new AccountName(name));
  }

  /**
   * All accounts.
   *
   * @return by name
   */
  public List<AccountDefinition> accounts() {
    return transport.list(Paths.ACCOUNTS, "accounts", AccountDefinition.class);
  }

  /**
   * Returns a client for a connector, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   */
  public ConnectorClient connector(ConnectorName name) {
    return new ConnectorClient(transport, name);
  }

  /**
   * Returns a client for a connector, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public ConnectorClient connector(String name) {
    return connector(new ConnectorName(name));
  }

  /**
   * Lists all connectors, with their progress on all nodes.
   *
   * @return by name
   */
  public List<ConnectorReport> connectors() {
    return transport.list(Paths.CONNECTORS, "connectors", ConnectorReport.class);
  }

  /**
   * Returns a client for a route, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public DefinitionClient<RouteOptions, RouteDefinition, RouteDefinition> route(String name) {
    return new DefinitionClient<>(
        new DefinitionClient.Place<>(
            transport,
            Paths.ROUTES,
            new RouteName(name),
            RouteDefinition.class,
            RouteDefinition.class));
  }

  /**
   * All routes.
   *
   * @return by name
   */
  public List<RouteDefinition> routes() {
    return transport.list(Paths.ROUTES, "routes", RouteDefinition.class);
  }

  private static String path(String message) {
    return Paths.under(Paths.MESSAGES, message);
  }
}
