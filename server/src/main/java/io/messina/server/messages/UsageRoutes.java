package io.messina.server.messages;

import io.messina.api.Wire;
import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.message.AccountName;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.usage.Usage;
import io.messina.messaging.usage.UsageQuery;
import io.messina.server.http.Exchange;
import io.messina.server.http.MissingShards;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.json.Csv;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Usage with prices, and the progress of campaigns. */
final class UsageRoutes implements MessagesApi.Part {

  private static final String CSV = "text/csv";
  private static final String NEXT = "Messina-Next";
  private static final String CSV_HEADER =
      "account,channel,connector,country,day,messages,parts,amount,currency,incomplete\r\n";

  private final Messaging messaging;
  private final Usage usage;

  UsageRoutes(Messaging messaging, Usage usage) {
    this.messaging = messaging;
    this.usage = usage;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                "/v1/usage",
                "readUsage",
                "What was sent by account, channel, connector, country and day, and what it costs;"
                    + " with Accept: text/csv as such.",
                this::usage)
            .query("account", "Only of this account.")
            .query("from", "The first day in UTC, as in 2026-03-01.")
            .query("to", "The first day that is not wanted, as in 2026-04-01.")
            .query("limit", "How many rows at most, from 1 to 10000; 1000 if absent.")
            .query("after", "The next of the page before.")
            .answers(Schema.answer("Usage", UsageRows.class), 200),
        Route.of(
                Verb.GET,
                "/v1/accounts/{account}/campaigns/{campaign}",
                "getCampaign",
                "How many messages of a campaign are in which state.",
                this::campaign)
            .answers(Schema.answer("Campaign", CampaignReport.class), 200));
  }

  private void usage(Exchange exchange) {
    Optional<AccountName> account = exchange.query("account", AccountName::new);
    exchange
        .caller()
        .require(Resource.ACCOUNTS, account.map(AccountName::toString).orElse("*"), Action.READ);
    UsageRows page =
        usage.usage(
            new UsageQuery(
                account.map(this::existing),
                exchange
                    .query("from", text -> UsageQuery.day("from", text))
                    .orElse(UsageQuery.FIRST_DAY),
                exchange
                    .query("to", text -> UsageQuery.day("to", text))
                    .orElse(UsageQuery.LAST_DAY),
                exchange.query("limit", 1, UsageQuery.LIMIT_MAX).orElse(UsageQuery.LIMIT_DEFAULT),
                exchange.query("after", UsageQuery::place)));
    if (exchange.accepted(CSV).equals(CSV)) {
      page.next().ifPresent(next -> exchange.setHeader(NEXT, next));
      MissingShards.tell(exchange, page.missing());
      String text =
          page.rows().stream()
              .map(UsageRoutes::csv)
              .collect(Collectors.joining("", CSV_HEADER, ""));
      exchange.send(200, CSV, text.getBytes(StandardCharsets.UTF_8));
    } else {
      exchange.sendLargeJson(200, json -> Wire.write(json, page));
    }
  }

  private AccountName existing(AccountName account) {
    return messaging.catalog().account(account).name();
  }

  private static String csv(UsageRow row) {
    return "%s,%s,%s,%s,%s,%d,%d,%s,%s,%s\r\n"
        .formatted(
            row.account(),
            row.channel(),
            Csv.cell(row.connector()),
            Csv.cell(row.country().orElse("")),
            row.day(),
            row.messages(),
            row.parts(),
            row.amount().orElse(""),
            row.currency().orElse(""),
            row.incomplete());
  }

  private void campaign(Exchange exchange) {
    CampaignReport report =
        usage.campaign(SuppressionRoutes.account(messaging, exchange), exchange.path("campaign"));
    exchange.sendJson(200, json -> Wire.write(json, report));
  }
}
