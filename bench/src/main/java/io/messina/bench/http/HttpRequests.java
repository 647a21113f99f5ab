package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/** HttpRequests as the bytes of the wire, so that sending one costs nothing but the call. */
public final class HttpRequests {

  static final String STREAM = "/v1/streams/bench";
  static final String GROUP = STREAM + "/groups/workers";
  static final String IDLE_STREAM = "/v1/streams/idle";
  static final String IDLE_GROUP = IDLE_STREAM + "/groups/pollers";

  /** Events of an NDJSON request. */
  public static final int BATCH = 100;

  static final int EVENT_BYTES = 200;
  static final int CLAIM_MAX = 500;

  private static final int KEYS = 100_000;
  private static final int PREPARED = 64;

  /** The type of JSON. */
  public static final String JSON = "application/json";

  private HttpRequests() {}

  /**
   * NDJSON of a hundred events each, all of them different.
   *
   * @param stream its path
   * @return appends
   */
  public static List<ByteBuffer> batches(String stream) {
    SplittableRandom random = new SplittableRandom(1);
    List<ByteBuffer> batches = new ArrayList<>();
    for (int i = 0; i < PREPARED; i++) {
      StringBuilder lines = new StringBuilder();
      for (int j = 0; j < BATCH; j++) {
        lines.append(event(random)).append('\n');
      }
      batches.add(request("POST", stream + "/events", "application/x-ndjson", lines.toString()));
    }
    return batches;
  }

  /**
   * One event each.
   *
   * @param stream its path
   * @return appends
   */
  public static List<ByteBuffer> singles(String stream) {
    SplittableRandom random = new SplittableRandom(2);
    List<ByteBuffer> singles = new ArrayList<>();
    for (int i = 0; i < PREPARED * BATCH; i++) {
      singles.add(request("POST", stream + "/events", JSON, event(random)));
    }
    return singles;
  }

  static ByteBuffer claim(String group) {
    return request(
        "POST",
        group + "/claim",
        JSON,
        "{\"limit\":" + CLAIM_MAX + ",\"wait\":\"1s\",\"worker\":\"bench\"}");
  }

  static ByteBuffer poll() {
    return request("POST", IDLE_GROUP + "/claim", JSON, "{\"limit\":100,\"wait\":\"60s\"}");
  }

  static ByteBuffer putStream(String path) {
    return request("PUT", path, JSON, "{\"key\":\"/user\"}");
  }

  static ByteBuffer putGroup(String path) {
    return request("PUT", path, JSON, "{\"start\":\"earliest\"}");
  }

  /**
   * Any request.
   *
   * @param method as in POST
   * @param path with its query
   * @param type of the body
   * @param body in ASCII
   * @return its bytes
   */
  public static ByteBuffer request(String method, String path, String type, String body) {
    byte[] headers = headers(method, path, type, body.length());
    // Bytes outside the heap are not copied once more when they are sent.
    return ByteBuffer.allocateDirect(headers.length + body.length())
        .put(headers)
        .put(HttpAnswer.ascii(body))
        .flip();
  }

  /** All before a body of JSON. */
  static byte[] headers(String method, String path, int bodyBytes) {
    return headers(method, path, JSON, bodyBytes);
  }

  private static byte[] headers(String method, String path, String type, int bodyBytes) {
    return HttpAnswer.ascii(
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + bodyBytes
            + "\r\n\r\n");
  }

  /**
   * A JSON object of two hundred bytes, most of them random.
   *
   * @param random makes them
   * @return with its key as the first member, {@code user}
   */
  public static String event(SplittableRandom random) {
    String begin = "{\"user\":\"user-" + random.nextInt(KEYS) + "\",\"text\":\"";
    String end = "\"}";
    byte[] bytes = new byte[EVENT_BYTES];
    random.nextBytes(bytes);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return begin + text.substring(0, EVENT_BYTES - begin.length() - end.length()) + end;
  }
}
