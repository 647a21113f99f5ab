package io.messina.server.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.features.FeatureException;
import io.messina.features.feed.Feeds;
import io.messina.features.node.Features;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;

/** Creates, shows and deletes what feeds features from streams. */
final class FeedRoutes {

  private static final String ALL = "/v1/feeds";
  private static final String ONE = ALL + "/{feed}";
  private static final String FEED = "Feed";

  private final Features features;
  private final Feeds feeds;

  FeedRoutes(Features features) {
    this.features = features;
    this.feeds = features.feeds();
  }

  List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listFeeds", "All feeds.", this::list).answers("Feeds", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createFeed",
                "Feeds a feature from a stream, from its oldest event on.",
                this::create)
            .takes("FeedOptions")
            .answers(FEED, 200, 201)
            .tagged(),
        Route.of(
                Verb.GET,
                ONE,
                "getFeed",
                "The definition of a feed, and its progress on this node since it began here.",
                this::get)
            .answers(FEED, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteFeed",
                "Ends a feed; what it has written stays.",
                this::delete)
            .answersPlain(204)
            .tagged());
  }

  private static FeedName name(Exchange exchange) {
    return new FeedName(exchange.path("feed"));
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "feeds",
        features.catalog().freshView().feeds().values(),
        feed -> feed.name().value(),
        feeds::status);
  }

  private void create(Exchange exchange) throws IOException {
    Created<FeedDefinition> created =
        feeds.create(
            name(exchange), exchange.json().read(FeedOptions.class), exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    send(exchange, 200, features.catalog().feed(name(exchange)));
  }

  private void send(Exchange exchange, int status, FeedDefinition feed) {
    exchange.sendTagged(status, feed.tag(), json -> Wire.write(json, feeds.status(feed)));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeedName name = name(exchange);
    if (!feeds.delete(name, exchange.precondition())) {
      throw new FeatureException.NotFound("feed: " + name + " (expected: one that was created)");
    }
    exchange.sendNothing();
  }
}
