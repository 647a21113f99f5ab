package io.messina.bench.features;

import io.messina.bench.http.HttpRequests;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * HttpRequests about features, as bytes. Lists are filled with texts of 24 bytes, scalars are
 * doubles.
 */
final class FeatureRequests {

  /** Entities in a call about many. */
  static final int MANY = 100;

  /** Items, and features, that are read of each. */
  static final int READ = 50;

  static final int ITEMS = 500;
  static final String ENTITY_TYPE = "user";
  static final String LIST = "recent";

  private static final int VALUE_CHARS = 24;
  private static final String NOTHING = "";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private FeatureRequests() {}

  static String entity(int number) {
    return "user-" + number;
  }

  static ByteBuffer createList() {
    return create(LIST, "{\"type\":\"list\",\"value_type\":\"text\"}");
  }

  static ByteBuffer createScalar(int number) {
    return create(scalar(number), "{\"type\":\"scalar\",\"value_type\":\"double\"}");
  }

  /** Five hundred items of one entity, of the same time each time, so that it may be repeated. */
  static ByteBuffer add(int entity) {
    SplittableRandom random = new SplittableRandom(entity);
    String items =
        IntStream.range(0, ITEMS)
            .mapToObj(
                i ->
                    "{\"value\":\""
                        + text(random)
                        + "\",\"time\":\""
                        + FIRST.plusNanos(1_000_003L * i)
                        + "\"}")
            .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    return post("/v1/lists/" + ENTITY_TYPE + "/" + LIST + "/" + entity(entity), items);
  }

  static ByteBuffer put(int entity, int feature) {
    double value = new SplittableRandom(entity * 1_000L + feature).nextDouble();
    return HttpRequests.request(
        "PUT",
        "/v1/values/" + ENTITY_TYPE + "/" + scalar(feature) + "/" + entity(entity),
        HttpRequests.JSON,
        "{\"value\":" + value + ",\"time\":\"" + FIRST.plusMillis(feature) + "\"}");
  }

  static ByteBuffer list(int entity) {
    return get("/v1/lists/" + ENTITY_TYPE + "/" + LIST + "/" + entity(entity) + "?limit=" + READ);
  }

  static ByteBuffer lists(IntStream entities) {
    return post(
        "/v1/lists:get",
        "{\"entity_type\":\"user\",\"feature\":\"recent\",\"limit\":%d,\"entities\":[%s]}"
            .formatted(READ, names(entities)));
  }

  static ByteBuffer values(IntStream entities) {
    String features =
        IntStream.range(0, READ)
            .mapToObj(i -> '"' + scalar(i) + '"')
            .collect(Collectors.joining(","));
    return post(
        "/v1/values:get",
        "{\"entity_type\":\"user\",\"features\":[%s],\"entities\":[%s]}"
            .formatted(features, names(entities)));
  }

  static ByteBuffer metrics() {
    return get("/metrics");
  }

  private static ByteBuffer create(String name, String options) {
    return HttpRequests.request(
        "PUT", "/v1/features/" + ENTITY_TYPE + "/" + name, HttpRequests.JSON, options);
  }

  private static ByteBuffer get(String path) {
    return HttpRequests.request("GET", path, HttpRequests.JSON, NOTHING);
  }

  private static ByteBuffer post(String path, String body) {
    return HttpRequests.request("POST", path, HttpRequests.JSON, body);
  }

  private static String scalar(int number) {
    return "score_" + number;
  }

  private static String names(IntStream entities) {
    return entities.mapToObj(i -> '"' + entity(i) + '"').collect(Collectors.joining(","));
  }

  private static String text(SplittableRandom random) {
    byte[] bytes = new byte[VALUE_CHARS];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes).substring(0, VALUE_CHARS);
  }
}
