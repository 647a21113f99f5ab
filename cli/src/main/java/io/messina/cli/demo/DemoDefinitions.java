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
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The definitions of the demo: paths and bodies that any program could put. */
final class DemoDefinitions {

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

  private DemoDefinitions() {}

  /** Deletes the data of an earlier run, and puts all definitions. */
  static void put(String url, String receiver) {
    Map<String, String> bodies = new LinkedHashMap<>();
    try (HttpClient http = HttpClient.newHttpClient();
        InputStream text =
            Objects.requireNonNull(DemoDefinitions.class.getResourceAsStream("definitions.json"))) {
      JsonNode all = JsonMapper.shared().readTree(text);
      all.forEachEntry(
          (path, body) -> bodies.put(path, body.toString().replace("RECEIVER", receiver)));
      send(http, "DELETE", url + "/v1/streams/" + PROCESSED, "");
      for (String path : List.copyOf(bodies.keySet()).reversed()) {
        if (DELETED.matcher(path).matches()) {
          send(http, "DELETE", url + path, "");
        }
      }
      for (Map.Entry<String, String> each : bodies.entrySet()) {
        send(http, "PUT", url + each.getKey(), each.getValue());
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
