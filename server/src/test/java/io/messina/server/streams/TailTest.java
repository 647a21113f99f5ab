package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Events that are shown to who tails a stream. */
class TailTest extends OnEachStore {

  @Test
  void a_tail_shows_all_shards_and_goes_on_behind_what_was_seen_last() throws Exception {
    String stream = stream("tailed", "{\"shards\":4,\"key\":\"/k\"}");
    append(stream, 0, 10);
    List<String> ids = new ArrayList<>();
    Set<String> seen = new TreeSet<>(tail(stream, "?from=earliest", "", 4, ids));
    append(stream, 10, 20);
    seen.addAll(tail(stream, "", ids.getLast(), 16, ids));
    assertThat(seen).hasSize(20);
    assertThat(ids).hasSize(20);
  }

  @Test
  void a_tail_of_one_shard_goes_on_behind_the_id_of_an_event() throws Exception {
    String stream = stream("resumed", "{\"shards\":1}");
    append(stream, 0, 3);
    List<String> ids = new ArrayList<>();
    List<String> all = tail(stream, "?from=earliest", "", 3, ids);
    assertThat(tail(stream, "?shard=0", ids.getFirst(), 2, ids)).isEqualTo(all.subList(1, 3));
    node.problem(
        ProblemCode.BAD_REQUEST,
        "GET",
        stream + "/events",
        "",
        "Accept: text/event-stream",
        "Last-Event-ID: nonsense");
  }

  @Test
  void head_of_a_tail_has_its_headers_and_ends() throws Exception {
    String stream = stream("head-tail", "{\"shards\":1}");
    append(stream, 0, 3);
    var head =
        node.client()
            .send(
                node.request(
                    "HEAD", stream + "/events?from=earliest", "", "Accept: text/event-stream"),
                HttpResponse.BodyHandlers.ofString());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("content-type")).contains("text/event-stream");
    assertThat(head.body()).isEmpty();
  }

  @Test
  void a_tail_of_many_shards_tells_browsers_not_to_reconnect() throws Exception {
    String stream = stream("wide", "{\"shards\":128}");
    node.json(
        204, "GET", stream + "/events", "", "Accept: text/event-stream", "Last-Event-ID: any");
  }

  private static void append(String stream, int from, int to) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append("{\"k\":").append(i).append("}\n");
    }
    node.json(202, "POST", stream + "/events", lines.toString(), LINES);
  }

  /** The payloads of so many events, whose ids are added. */
  private static List<String> tail(
      String stream, String query, String lastId, int count, List<String> ids) throws Exception {
    String[] headers =
        lastId.isEmpty()
            ? new String[] {"Accept: text/event-stream"}
            : new String[] {"Accept: text/event-stream", "Last-Event-ID: " + lastId};
    var answer =
        node.client()
            .send(
                node.request("GET", stream + "/events" + query, "", headers),
                HttpResponse.BodyHandlers.ofLines());
    assertThat(answer.headers().firstValue("content-type")).contains("text/event-stream");
    List<String> payloads = new ArrayList<>();
    try (var lines = answer.body()) {
      var all = lines.iterator();
      while (payloads.size() < count) {
        String line = all.next();
        if (line.startsWith("id: ")) {
          ids.add(line.substring(4));
        } else if (line.startsWith("data: ")) {
          payloads.add(line.substring(line.indexOf("\"payload\"")));
        }
      }
    }
    return payloads;
  }

  @Test
  void a_tail_may_begin_with_the_oldest_event() throws Exception {
    String stream = stream("tail-old", "{\"shards\":1}");
    node.json(202, "POST", stream + "/events", "{\n\"a\": 1}");
    var answer =
        node.client()
            .send(
                node.request(
                    "GET",
                    stream + "/events?shard=0&from=earliest",
                    "",
                    "Accept: text/event-stream"),
                HttpResponse.BodyHandlers.ofLines());
    try (var lines = answer.body()) {
      assertThat(lines.filter(line -> line.startsWith("data: \"a\"")).findFirst())
          .contains("data: \"a\": 1}}");
    }
  }
}
