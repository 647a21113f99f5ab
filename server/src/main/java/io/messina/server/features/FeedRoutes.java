package io.messina.server.features;

import io.messina.api.StreamName;
import io.messina.api.Times;
import io.messina.features.FeatureException;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureName;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureVersion;
import io.messina.features.FeedDefinition;
import io.messina.features.FeedName;
import io.messina.features.FeedOptions;
import io.messina.features.VersionChoice;
import io.messina.features.feed.FeedCounts;
import io.messina.features.feed.FeedLag;
import io.messina.features.feed.FeedStatus;
import io.messina.features.node.Features;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.catalog.Created;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Creates, shows and deletes what feeds features from streams. */
final class FeedRoutes {

  private static final String ALL = "/v1/feeds";
  private static final String ONE = ALL + "/{feed}";
  private static final String FEED = "Feed";
  private static final String LIST = "list";
  private static final String SCALAR = "scalar";

  private final Features features;

  FeedRoutes(Features features) {
    this.features = features;
  }

  List<Route> routes() {
    return List.of(
        Route.of(Verb.GET, ALL, "listFeeds", "All feeds.", this::list).answers("Feeds", 200),
        Route.of(
                Verb.PUT,
                ONE,
                "createFeed",
                "Feeds a feature from a stream, from its oldest event on.",
                this::create)
            .takes("FeedOptions")
            .answers(FEED, 200, 201),
        Route.of(
                Verb.GET,
                ONE,
                "getFeed",
                "What a feed does, and what it has done on this node since it began here.",
                this::get)
            .answers(FEED, 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteFeed",
                "Ends a feed; what it has written stays.",
                this::delete)
            .answersPlain(204));
  }

  private void list(Exchange exchange) {
    Collection<FeedDefinition> feeds = features.catalog().freshView().feeds().values();
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("feeds");
          feeds.forEach(feed -> write(json, feed));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void create(Exchange exchange) throws IOException {
    FeedName name = new FeedName(exchange.path("feed"));
    Created<FeedDefinition> created = features.feeds().create(name, read(exchange.json()));
    exchange.sendJson(created.isNew() ? 201 : 200, json -> write(json, created.value()));
  }

  private void get(Exchange exchange) {
    FeedDefinition feed = features.catalog().feed(new FeedName(exchange.path("feed")));
    exchange.sendJson(200, json -> write(json, feed));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeedName name = new FeedName(exchange.path("feed"));
    if (!features.feeds().delete(name)) {
      throw absent(name);
    }
    exchange.sendNothing();
  }

  /** The entity's type is, unless it is said, what the pointer to it ends with. */
  private FeedOptions read(Fields fields) {
    StreamName stream = fields.required("stream", fields.text("stream", StreamName::new));
    String entity = fields.required("entity", fields.text("entity"));
    String type = fields.text("entity_type").orElseGet(() -> last(entity));
    Optional<String> list = fields.text(LIST);
    Optional<String> scalar = fields.text(SCALAR);
    FeatureVersion version = new FeatureVersion(fields.text("version").orElse(""));
    String value = fields.required("value", fields.text("value"));
    Optional<String> time = fields.text("time");
    fields.end();
    if (list.isPresent() == scalar.isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "list and scalar: both or none (expected: one of them)");
    }
    FeatureName feature = new FeatureName(type, list.or(() -> scalar).orElseThrow());
    var _ =
        features
            .catalog()
            .find(
                new FeatureRef(feature, new VersionChoice.Exactly(version)),
                list.isPresent() ? FeatureKind.LIST : FeatureKind.SCALAR);
    return new FeedOptions(stream, feature, version, entity, value, time);
  }

  /** What stands behind the last slash of a JSON pointer means a slash by ~1, and a tilde by ~0. */
  private static String last(String pointer) {
    return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
  }

  /** What a feed does, by the names by which a PUT takes it, and how it is. */
  private void write(JsonGenerator json, FeedDefinition feed) {
    FeedOptions options = feed.options();
    json.writeStartObject();
    json.writeStringProperty("name", feed.name().value());
    json.writeNumberProperty("generation", feed.generation());
    json.writeStringProperty("stream", options.stream().value());
    json.writeStringProperty("entity_type", options.feature().entityType());
    json.writeStringProperty(kind(options.feature()).orElse("feature"), options.feature().name());
    json.writeStringProperty("version", options.version().text());
    json.writeStringProperty("entity", options.entity());
    json.writeStringProperty("value", options.value());
    options.time().ifPresent(time -> json.writeStringProperty("time", time));
    FeedStatus status = features.feeds().status(feed.name());
    json.writeBooleanProperty("running", status.running());
    status.trouble().ifPresent(why -> json.writeStringProperty("trouble", why));
    FeedCounts counts = status.counts();
    features.feeds().lag(feed.name()).ifPresent(lag -> write(json, lag));
    json.writeNumberProperty("fed", counts.fed());
    json.writeNumberProperty("expired", counts.expired());
    json.writeNumberProperty("skipped", counts.skipped());
    json.writeNumberProperty("passed", counts.passed());
    counts.lastSkip().ifPresent(why -> json.writeStringProperty("last_skip", why));
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, FeedLag lag) {
    json.writeNumberProperty("lag", lag.events());
    lag.oldest().ifPresent(time -> json.writeStringProperty("oldest_unfed", Times.format(time)));
  }

  /** A feature that is fed is there; this version of Messina may not be able to read it. */
  private Optional<String> kind(FeatureName feature) {
    return features
        .catalog()
        .view()
        .feature(feature)
        .map(it -> it.options().kind() == FeatureKind.LIST ? LIST : SCALAR);
  }

  private static FeatureException.NotFound absent(FeedName name) {
    return new FeatureException.NotFound("feed: " + name + " (expected: one that was created)");
  }
}
