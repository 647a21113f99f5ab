package io.messina.client.message;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.TemplateName;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionOptions;
import io.messina.api.message.account.SuppressionReason;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.EndpointReport;
import io.messina.api.message.report.ReplayOptions;
import io.messina.api.message.report.Replayed;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An account: a tenant, with its templates, quotas and suppressions. Safe for use by many threads.
 */
public final class AccountClient
    extends DefinitionClient<AccountOptions, AccountDefinition, AccountDefinition> {

  AccountClient(Transport transport, AccountName name) {
    super(
        new Place<>(
            transport, Paths.ACCOUNTS, name, AccountDefinition.class, AccountDefinition.class));
  }

  /**
   * Returns a client for a template of the account, which need not exist yet.
   *
   * @param template the template's name
   * @return a client; no request is sent
   */
  public TemplateClient template(TemplateName template) {
    return new TemplateClient(place().transport(), under("templates"), template);
  }

  /**
   * Returns a client for a template of the account, which need not exist yet.
   *
   * @param template the template's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public TemplateClient template(String template) {
    return template(new TemplateName(template));
  }

  /**
   * All templates of the account.
   *
   * @return the latest version of each, by name
   */
  public List<TemplateDefinition> templates() {
    return list("templates", TemplateDefinition.class);
  }

  /**
   * Counts the messages of a campaign by state.
   *
   * @param campaign the campaign
   * @return the totals, and up to which time nothing is missing
   */
  public CampaignReport campaign(String campaign) {
    return read(under("campaigns", campaign), CampaignReport.class);
  }

  /**
   * Lists the recipients that are suppressed for this account.
   *
   * @param channel only by this one; empty for all
   * @return by channel, then by recipient
   */
  public List<Suppression> suppressions(Optional<Channel> channel) {
    return place()
        .transport()
        .list(
            under("suppressions"),
            Query.NONE.with("channel", channel),
            "suppressions",
            Suppression.class);
  }

  /**
   * Lets a recipient get nothing more from this account.
   *
   * @param channel by this one
   * @param recipient as the channel has it
   * @return as it is now
   */
  public Suppression suppress(Channel channel, String recipient) {
    return place()
        .transport()
        .send(
            Call.put(
                under("suppressions", channel, recipient),
                JsonBodies.record(new SuppressionOptions(SuppressionReason.ADDED))),
            Suppression.class);
  }

  /**
   * Lets a recipient get messages again.
   *
   * @param channel by this one
   * @param recipient as the channel has it
   * @throws MessinaException.NotFound if it gets them already
   */
  public void unsuppress(Channel channel, String recipient) {
    place().transport().sendForNothing(Call.delete(under("suppressions", channel, recipient)));
  }

  /**
   * The endpoints of its webhooks that have taken nothing since they failed.
   *
   * @return by URL
   */
  public List<EndpointReport> endpoints() {
    return list("endpoints", EndpointReport.class);
  }

  /**
   * Sends the webhooks again that an endpoint has not taken, each as another message, and once
   * however often this is asked for.
   *
   * @param to the endpoint
   * @param from when the first of them was routed
   * @return the ids of the new messages
   */
  public List<String> replay(String to, Instant from) {
    List<String> messages = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      ReplayOptions options = new ReplayOptions(to, from, after);
      Replayed page = post("replay", options, Repeat.ALWAYS, Replayed.class);
      messages.addAll(page.messages());
      after = page.next();
    } while (after.isPresent());
    return messages;
  }
}
