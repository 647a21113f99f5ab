package io.messina.server.features;

import io.messina.api.Wire;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.features.contents.FeatureSweep;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.util.List;

/** Gives back the space of deleted features, page by page. */
final class SweepRoutes {

  private final FeatureSweep sweep;

  SweepRoutes(FeatureSweep sweep) {
    this.sweep = sweep;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                "/v1/features:sweep",
                "sweepFeatures",
                "Deletes what deleted features and versions have left among some of all lists and"
                    + " values; where there is a next, more follow.",
                this::sweep)
            .takes(Schema.request("Sweep", SweepQuery.class))
            .answers(Schema.answer("Swept", SweepPage.class), 200));
  }

  private void sweep(Exchange exchange) throws Exception {
    SweepQuery query = exchange.jsonIfAny().read(SweepQuery.class);
    if (query.dryRun()) {
      send(exchange, sweep.find(query));
    } else {
      FeatureWrite.of(it -> send(it, sweep.sweep(query))).handle(exchange);
    }
  }

  private static void send(Exchange exchange, SweepPage page) {
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }
}
