package io.messina.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The definitions of the demo: paths and bodies that any program could put.
 *
 * @param server its base URL
 * @param receiver the URL of messages
 */
record DemoDefinitions(String server, String receiver) {

  /** The stream of edits. */
  static final String EDITS = "edits";

  /** The group, the enrichment that makes profiles of editors, and the stream of the profiles. */
  static final String PROFILES = "profiles";

  /** The stream with an event for each edit that Python workers have processed. */
  static final String PROCESSED = "processed-edits";

  /** The list feature of the pages of each editor, and its feed. */
  static final String RECENT_PAGES = "recent_pages";

  /** The aggregate of the editors of each channel and hour. */
  static final String HOURLY_EDITORS = "hourly_editors";

  private static final Pattern DELETED =
      Pattern.compile("/v1/(streams/[^/]+|features/.+|(feeds|enrichments|aggregates)/.+)");

  /** What reads the stream of edits from its begin, whenever it is made. */
  private static final Predicate<String> IS_READER =
      Pattern.compile("/v1/(features|feeds|enrichments|aggregates)/.+").asMatchPredicate();

  /** Deletes the data of an earlier run, and puts all definitions but those of readers. */
  void put() {
    send("DELETE", Map.of("/v1/streams/" + PROCESSED, ""));
    Map<String, String> all = bodies();
    SequencedMap<String, String> deleted = new LinkedHashMap<>();
    List.copyOf(all.keySet()).reversed().stream()
        .filter(path -> DELETED.matcher(path).matches())
        .forEach(path -> deleted.put(path, ""));
    send("DELETE", deleted);
    all.keySet().removeIf(IS_READER);
    send("PUT", all);
  }

  /** Puts the definitions of the feed, the enrichment and the aggregates. */
  void putReaders() {
    Map<String, String> readers = bodies();
    readers.keySet().removeIf(IS_READER.negate());
    send("PUT", readers);
  }

  private Map<String, String> bodies() {
    Map<String, String> bodies = new LinkedHashMap<>();
    try (InputStream text =
        Objects.requireNonNull(DemoDefinitions.class.getResourceAsStream("definitions.json"))) {
      JsonNode all = JsonMapper.shared().readTree(text);
      all.forEachEntry(
          (path, body) -> bodies.put(path, body.toString().replace("RECEIVER", receiver)));
      return bodies;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(String method, Map<String, String> bodies) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (Map.Entry<String, String> each : bodies.entrySet()) {
        send(http, method, server + each.getKey(), each.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating definitions", e);
    }
  }

  private static void send(HttpClient http, String method, String url, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(url))
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    boolean isGood = answer.statusCode() < 300 || (body.isEmpty() && answer.statusCode() == 404);
    if (!isGood) {
      throw new IllegalStateException(method + " " + url + ": " + answer.body().strip());
    }
  }
}
