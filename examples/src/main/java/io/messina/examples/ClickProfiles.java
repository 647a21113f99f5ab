package io.messina.examples;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrichment.Enrichment;
import io.messina.enrichment.EnrichmentJob;
import io.messina.enrichment.KeyState;
import io.messina.enrichment.StateCodec;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a profile of each user, a state made by the program, by the events of a stream: each event
 * changes it once, also events that come again after the program has ended in between.
 */
public final class ClickProfiles {

  private static final int CLICKS = 10_000;
  private static final int USERS = 50;
  private static final long PAUSE_MILLIS = 20;

  private ClickProfiles() {}

  /** Keeps the pages that a user has seen, each once, in the order in which they came. */
  private static final class SeenPages
      implements Enricher<Bytes, StoredEvent, String, List<Output>> {

    @Override
    public Enriched<String, List<Output>> enrich(
        Bytes user, @Nullable String seen, List<StoredEvent> clicks) {
      List<String> pages = new ArrayList<>(seen == null ? List.of() : List.of(seen.split(" ")));
      for (StoredEvent click : clicks) {
        String page = click.event().payload().toUtf8();
        if (!pages.contains(page)) {
          pages.add(page);
        }
      }
      return new Enriched<>(String.join(" ", pages), Collections.nCopies(clicks.size(), List.of()));
    }

    @Override
    public List<List<Output>> emitAgain(
        Bytes user, @Nullable String seen, List<StoredEvent> clicks) {
      return Collections.nCopies(clicks.size(), List.of());
    }
  }

  private static final StateCodec<String> TEXT =
      new StateCodec<>() {
        @Override
        public Bytes encode(String state) {
          return Bytes.utf8(state);
        }

        @Override
        public String decode(Bytes stored) {
          return stored.toUtf8();
        }
      };

  /**
   * Runs the example.
   *
   * @param arguments none
   * @throws IOException where there is no room for a store
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (ExampleStore example = ExampleStore.temporary()) {
      Stream clicks = example.stream("clicks");
      clicks.append(clicks());
      EnrichmentJob<String> job = new EnrichmentJob<>(new SeenPages(), TEXT);
      try (Enrichment<String> profiles = example.enrich("clicks", "pages", job)) {
        while (applied(profiles) < CLICKS) {
          Thread.sleep(PAUSE_MILLIS);
        }
        Optional<KeyState<String>> ada = profiles.state(Bytes.utf8("user-7"));
        System.out.println("user-7 has seen " + ada.map(KeyState::state).orElse("nothing"));
        System.out.println("every click by a write of its own: " + (rounds(profiles) == CLICKS));
      }
    }
  }

  private static List<Event> clicks() {
    List<Event> clicks = new ArrayList<>();
    for (int i = 0; i < CLICKS; i++) {
      int user = i % USERS;
      clicks.add(
          Event.builder(Bytes.utf8("page-" + (user + i / USERS) % 3))
              .key(Bytes.utf8("user-" + user))
              .build());
    }
    return clicks;
  }

  private static long applied(Enrichment<String> profiles) {
    return profiles.status().sum(it -> it.counters().applied());
  }

  private static long rounds(Enrichment<String> profiles) {
    return profiles.status().sum(it -> it.counters().rounds());
  }
}
