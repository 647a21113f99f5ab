package io.messina.examples;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.ListClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The pages that users have edited last, fed from the stream of edits and read by a client. */
public final class RecentPages {

  private static final String URL = "http://127.0.0.1:8420";
  private static final List<String> PAGES = List.of("Strait of Messina", "Scylla", "Charybdis");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private RecentPages() {}

  /**
   * Runs the example.
   *
   * @param arguments where the server is; by default {@code http://127.0.0.1:8420}
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws InterruptedException {
    try (MessinaClient client = MessinaClient.connect(arguments.length == 0 ? URL : arguments[0])) {
      create(client);
      edit(client);
      ListClient pages = FeaturesClient.of(client).list("user", "last_pages");
      awaitFed(pages);
      show(pages);
      System.out.println(
          "removed of anna: " + pages.remove("anna", FeatureValue.text("Charybdis")));
      show(pages);
    }
  }

  /** All three exist once, however often this runs. */
  private static void create(MessinaClient client) {
    client.stream("edits").create(StreamOptions.defaults());
    FeaturesClient features = FeaturesClient.of(client);
    features
        .feature("user", "last_pages")
        .create(FeatureOptions.list(ValueType.TEXT).unique(true).ttl(Duration.ofDays(30)));
    features
        .feed("last_pages")
        .create(
            FeedOptions.list(new StreamName("edits"), "last_pages", "/user", "/page")
                .time("/time"));
  }

  private static void awaitFed(ListClient pages) throws InterruptedException {
    Instant patience = Instant.now().plus(PATIENCE);
    while (pages.count("bob") < PAGES.size() || pages.count("anna") < PAGES.size()) {
      if (Instant.now().isAfter(patience)) {
        throw new IllegalStateException("nothing is fed: GET /v1/feeds/last_pages tells why");
      }
      Thread.sleep(50);
    }
  }

  private static void edit(MessinaClient client) {
    Instant now = Instant.now();
    for (int i = 0; i < PAGES.size(); i++) {
      Instant time = now.minusSeconds(PAGES.size() - i);
      client.stream("edits")
          .append(
              List.of(
                  edit("anna", PAGES.get(i), time), edit("bob", PAGES.reversed().get(i), time)));
    }
  }

  private static NewEvent edit(String user, String page, Instant time) {
    return NewEvent.of(
        user,
        Payload.json(
            "{\"user\":\"%s\",\"page\":\"%s\",\"time\":\"%s\"}".formatted(user, page, time)));
  }

  private static void show(ListClient pages) {
    for (ListAnswer answer : pages.getEach(List.of("anna", "bob"), ListQuery.newest(2))) {
      switch (answer) {
        case ListAnswer.Found(EntityId user, List<ListItem> items, _) ->
            System.out.println(
                items.stream()
                    .map(item -> item.value().text())
                    .collect(Collectors.joining(", ", user + ": ", "")));
        case ListAnswer.Failed(EntityId user, String why, _) ->
            System.out.println(user + " could not be read: " + why);
      }
    }
  }
}
