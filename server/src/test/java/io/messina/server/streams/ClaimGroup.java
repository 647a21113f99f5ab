package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A new stream with a group that claims, as a client works with it. */
record ClaimGroup(RunningNode node, String stream) {

  static ClaimGroup create(RunningNode node, String name, int shards) throws Exception {
    ClaimGroup group = new ClaimGroup(node, "/v1/streams/" + name);
    node.json(201, "PUT", group.stream, "{\"shards\":" + shards + "}");
    node.json(201, "PUT", group.path(), "");
    return group;
  }

  String path() {
    return stream + "/groups/g";
  }

  void append(String lines) throws Exception {
    node.json(202, "POST", stream + "/events", lines, "Content-Type: application/x-ndjson");
  }

  /** A caller whom the server has begun to listen to, and who is told what it may claim. */
  RawConnection claiming(String body) throws IOException {
    RawConnection caller = node.connect();
    caller.send(
        RawConnection.head(
            "POST " + path() + "/claim",
            "Content-Type: application/json",
            "Expect: 100-continue",
            "Content-Length: " + body.length()));
    assertThat(caller.upTo("\r\n\r\n")).startsWith("HTTP/1.1 100");
    return caller.send(body);
  }

  /** Waits until there are some. */
  JsonNode claim() throws Exception {
    JsonNode events = node.json(200, "POST", path() + "/claim", "{\"wait\":\"30s\"}").get("events");
    assertThat(events).isNotEmpty();
    return events;
  }

  /** Makes so many events dead letters, and waits until they are. */
  void kill(int count) throws Exception {
    for (int dead = 0; dead < count; ) {
      List<String> receipts = new ArrayList<>();
      claim().forEach(event -> receipts.add(event.get("receipt").toString()));
      dead += receipts.size();
      String body = "{\"receipts\":[" + String.join(",", receipts) + "],\"dead\":true}";
      node.json(200, "POST", path() + "/nack", body);
    }
    SystemWaiting.until(() -> dead() >= count);
  }

  int dead() throws Exception {
    return node.json(200, "GET", path(), "").get("dead").intValue();
  }

  int deleteAllDead() throws Exception {
    String path = path() + "/dead-letters/discard";
    return node.json(200, "POST", path, "{\"all\":true}").get("discarded").intValue();
  }
}
