package io.messina.server.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class SinksTest {

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile String refused = "nothing";
  private HttpServer receiver;
  private String stream;
  private String sink;
  private String options;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
  }

  @BeforeEach
  void name() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          bodies.add(body);
          exchange.sendResponseHeaders(body.contains(refused) ? 400 : 200, -1);
          exchange.close();
        });
    receiver.start();
    String name = "s" + NUMBERS.incrementAndGet();
    stream = "/v1/streams/" + name;
    sink = "/v1/sinks/" + name;
    options =
        "{\"stream\":\"%s\",\"url\":\"http://127.0.0.1:%d/in\",\"allow_private\":true}"
            .formatted(name, receiver.getAddress().getPort());
    node.json(201, "PUT", stream, "{\"shards\":1,\"key\":\"/user\"}");
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  private void append(String... lines) throws Exception {
    node.json(202, "POST", stream + "/events", String.join("\n", lines) + "\n", LINES);
  }

  private JsonNode awaitDone(int posted) throws Exception {
    return node.awaited(
        sink,
        report ->
            report.required("posted").intValue() >= posted && report.path("lag").asInt(1) == 0);
  }

  @Test
  void events_are_posted_as_the_api_shows_them() throws Exception {
    append("{\"user\":\"ada\"}", "{\"user\":\"bob\"}");
    JsonNode created = node.json(201, "PUT", sink, options);
    JsonNode done = awaitDone(2);
    assertThat(done.required("running").booleanValue()).isTrue();
    assertThat(done.required("batches").intValue()).isEqualTo(1);
    JsonNode page = node.json(200, "GET", stream + "/events?shard=0", "").required("events");
    assertThat(bodies).containsExactly(page.get(0) + "\n" + page.get(1) + "\n");
    assertThat(node.send("GET", "/metrics", "").body())
        .contains(
            "messina_sink_posted_total{sink=\"" + created.get("name").stringValue() + "\"} 2.0");
    assertThat(node.json(200, "GET", "/v1/sinks", "").required("sinks")).isNotEmpty();
    JsonNode changed = node.json(200, "PUT", sink, options.replace("}", ",\"batch\":1}"));
    assertThat(changed.required("generation").intValue()).isEqualTo(1);
    append("{\"user\":\"eve\"}");
    awaitDone(1);
    assertThat(bodies).hasSize(2);
    node.problem(ProblemCode.RESERVED, "DELETE", stream + "/groups/sink." + group() + ".1", "");
    assertThat(node.send("DELETE", sink, "").statusCode()).isEqualTo(204);
    node.problem(ProblemCode.SINK_NOT_FOUND, "GET", sink, "");
    node.problem(ProblemCode.SINK_NOT_FOUND, "DELETE", sink, "");
  }

  private String group() {
    return sink.substring(sink.lastIndexOf('/') + 1);
  }

  @Test
  void what_is_refused_is_listed_redriven_and_discarded() throws Exception {
    refused = "bob";
    append("{\"user\":\"ada\"}", "{\"user\":\"bob\"}", "{\"user\":\"bob\",\"n\":2}");
    node.json(201, "PUT", sink, options);
    awaitDone(1);
    String letters = sink + "/dead-letters";
    JsonNode dead = node.json(200, "GET", letters, "").required("dead_letters");
    assertThat(dead).hasSize(2);
    assertThat(dead.get(0).required("cause").stringValue()).isEqualTo("rejected");
    assertThat(dead.at("/0/errors/0/error").stringValue()).isEqualTo("answered with status 400");
    assertThat(dead.at("/0/payload/user").stringValue()).isEqualTo("bob");
    refused = "nothing";
    String id = "{\"ids\":[\"" + dead.get(0).required("id").stringValue() + "\"]}";
    assertThat(node.json(200, "POST", letters + "/redrive", id).required("redriven").intValue())
        .isEqualTo(1);
    assertThat(bodies.getLast()).contains("bob").hasLineCount(1);
    assertThat(
            node.json(200, "POST", letters + "/discard", "{\"all\":true}")
                .required("discarded")
                .intValue())
        .isEqualTo(1);
    assertThat(node.json(200, "GET", letters, "").required("dead_letters")).isEmpty();
  }

  @Test
  void what_makes_no_sense_is_refused() throws Exception {
    node.problem(
        ProblemCode.STREAM_NOT_FOUND, "PUT", sink, options.replace(":\"s", ":\"no-such-s"));
    node.problem(ProblemCode.WRONG_TYPE, "PUT", sink, options.replace("http://", "ftp://"));
    node.problem(
        ProblemCode.WRONG_TYPE,
        "PUT",
        sink,
        options.replace("}", ",\"signing_secret\":\"whsec_abc\"}"));
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "PUT",
        sink,
        options.replace("}", ",\"headers\":{\"x\":\"{{secret.no}}\"}}"));
    node.json(201, "PUT", sink, options.replace("true", "false"));
    JsonNode report = node.json(200, "GET", sink, "");
    assertThat(report.required("posted").intValue()).isZero();
  }
}
