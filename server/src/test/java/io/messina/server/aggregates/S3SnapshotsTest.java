package io.messina.server.aggregates;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server whose snapshots are in a bucket, by its options alone. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class S3SnapshotsTest {

  private static final String BUCKET = "snapshots";
  private static final List<String> CREDENTIALS = List.of("aws.accessKeyId", "aws.secretAccessKey");
  private static final String AGGREGATE = "/v1/aggregates/visitors";
  private static final int EVENTS = 300;

  @TempDir private Path folder;
  private S3Proxy service;

  @BeforeEach
  void serve() throws Exception {
    BlobStore objects = new TransientNio2BlobStore();
    var _ = objects.createContainer(BUCKET);
    service =
        S3Proxy.builder()
            .blobStore(objects)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, "user", "secret")
            .build();
    service.start();
    System.setProperty(CREDENTIALS.getFirst(), "user");
    System.setProperty(CREDENTIALS.getLast(), "secret");
  }

  @AfterEach
  void stop() throws Exception {
    CREDENTIALS.forEach(System::clearProperty);
    service.stop();
  }

  @Test
  void a_server_that_has_lost_its_state_goes_on_from_the_bucket() throws Exception {
    try (RunningNode node = node("first")) {
      node.json(201, "PUT", "/v1/streams/visits", "{\"shards\":2,\"key\":\"/page\"}");
      node.json(
          201,
          "PUT",
          AGGREGATE,
          """
          {"stream":"visits","window":"1h","kind":"approx_unique","group_by":["/page"],\
          "of":"/user"}\
          """);
      append(node, 0);
      JsonNode report =
          node.awaited(
              AGGREGATE,
              it ->
                  it.required("added").intValue() == EVENTS
                      && it.required("snapshots").intValue() >= 2);
      assertThat(report.required("snapshot_failures").intValue()).isZero();
    }
    try (RunningNode node = node("second")) {
      append(node, EVENTS);
      JsonNode report =
          node.awaited(AGGREGATE, it -> it.required("added").intValue() == 2 * EVENTS);
      assertThat(report.required("restored").intValue()).isEqualTo(2);
      long counted =
          node.awaited(AGGREGATE + "/rows", it -> it.required("missing").isEmpty())
              .required("rows")
              .valueStream()
              .mapToLong(row -> row.required("value").longValue())
              .sum();
      assertThat(counted).isBetween(2 * EVENTS * 9L / 10, 2 * EVENTS * 11L / 10);
    }
  }

  private RunningNode node(String state) throws InterruptedException {
    String place =
        "s3://%s/messina?endpoint=http://127.0.0.1:%d&path_style=true"
            .formatted(BUCKET, service.getPort());
    return RunningNode.in(
        folder,
        "--durability",
        "os",
        "--state",
        folder.resolve(state).toString(),
        "--snapshots",
        place,
        "--snapshot-every",
        "1s");
  }

  private static void append(RunningNode node, int from) throws Exception {
    String lines =
        IntStream.range(from, from + EVENTS)
            .mapToObj(
                number ->
                    "{\"page\":\"page-%d\",\"user\":\"user-%d\"}\n".formatted(number % 7, number))
            .reduce("", String::concat);
    node.json(
        202, "POST", "/v1/streams/visits/events", lines, "Content-Type: application/x-ndjson");
  }
}
