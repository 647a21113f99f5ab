package io.messina.aggregate.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.snapshot.S3Location;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3SnapshotPlaceTest {

  private static final String SHARD = "visits~1/clicks~1/3";
  private static final Window WINDOW = new Window(0, 1_000);

  /** The least that S3 takes. */
  private static final int PART_BYTES = 5 << 20;

  private static final int KEYS = 1_000;

  @TempDir private Path folder;
  @AutoClose private static S3Server server;
  @AutoClose private static SnapshotPlace place;

  private final SplittableRandom random = new SplittableRandom(5);

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
    place = open(S3Server.BUCKET, true);
  }

  @BeforeEach
  void empty() {
    S3Server.useCredentials(true);
    server.latency = Duration.ZERO;
    place.delete(place.list(""));
    assertThat(place.list("")).isEmpty();
  }

  private static SnapshotPlace open(String bucket, boolean rightCredentials) {
    S3Server.useCredentials(rightCredentials);
    return S3SnapshotPlace.open(server.location(bucket));
  }

  private Path file(int bytes) throws IOException {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    return Files.write(Files.createTempFile(folder, "file", ".bin"), content);
  }

  private void checkSame(String name, Path file) {
    Path copy = folder.resolve("copy");
    place.get(name, copy);
    assertThat(copy).hasSameBinaryContentAs(file);
  }

  @Test
  void what_was_put_is_listed_and_read_until_it_is_deleted() throws IOException {
    Path one = file(10_000);
    Path empty = file(0);
    place.put("a/1/x", one);
    place.put("a/1/y", empty);
    place.put("b/1/x", one);
    assertThat(place.list("a/")).containsExactlyInAnyOrder("a/1/x", "a/1/y");
    assertThat(place.folders()).containsExactlyInAnyOrder("a", "b");
    checkSame("a/1/x", one);
    checkSame("a/1/y", empty);
    place.put("a/1/x", empty);
    checkSame("a/1/x", empty);
    place.delete(List.of("a/1/x", "a/1/never", "a/1/y"));
    assertThat(place.list("a/")).isEmpty();
    assertThat(place.list("")).containsExactly("b/1/x");
  }

  @Test
  void a_large_file_goes_in_parts() throws IOException {
    S3Location location = S3Location.parse(server.location(S3Server.BUCKET));
    Path large = file(2 * PART_BYTES + 12_345);
    try (SnapshotPlace inParts =
        new S3SnapshotPlace(location, S3Clients.open(location, S3Clients.TIMEOUTS), PART_BYTES)) {
      int before = server.requests.get();
      inParts.put("large", large);
      assertThat(server.requests.get() - before).isGreaterThanOrEqualTo(5);
    }
    checkSame("large", large);
  }

  @Test
  void more_is_listed_than_an_answer_of_the_server_has() throws IOException {
    Path file = file(1);
    List<String> names =
        IntStream.range(0, 2 * S3Server.LISTED + 1).mapToObj(i -> "many/" + i).toList();
    names.forEach(name -> place.put(name, file));
    int before = server.requests.get();
    assertThat(place.list("many/")).containsExactlyInAnyOrderElementsOf(names);
    assertThat(server.requests.get() - before).isGreaterThanOrEqualTo(3);
  }

  @Test
  void a_server_in_trouble_is_asked_again() throws IOException {
    Path file = file(100);
    server.latency = Duration.ofMillis(20);
    server.failures.set(2);
    int before = server.requests.get();
    place.put("x", file);
    assertThat(server.failures).hasValue(0);
    assertThat(server.requests.get() - before).isGreaterThanOrEqualTo(3);
    server.failures.set(2);
    checkSame("x", file);
  }

  @Test
  void what_cannot_be_done_is_told_in_one_sentence() throws IOException {
    Path file = file(100);
    assertThatThrownBy(() -> place.get("x", folder.resolve("copy")))
        .isInstanceOf(SnapshotException.Missing.class)
        .hasMessageContaining("s3://snapshots/messina/x at http://127.0.0.1")
        .hasMessageEndingWith("is missing");
    assertThatThrownBy(() -> place.put("x", folder.resolve("no file")))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageContaining("no file");
    try (SnapshotPlace nowhere = open("no-such-bucket", true)) {
      assertThatThrownBy(() -> nowhere.put("x", file))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("s3://no-such-bucket/messina/x")
          .hasMessageContaining("cannot be written: 404 NoSuchBucket");
      assertThatThrownBy(() -> nowhere.get("x", folder.resolve("copy")))
          .isInstanceOf(SnapshotException.class)
          .isNotInstanceOf(SnapshotException.Missing.class);
    }
    try (SnapshotPlace forbidden = open(S3Server.BUCKET, false)) {
      assertThatThrownBy(() -> forbidden.list("a"))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("cannot be listed: 403 SignatureDoesNotMatch");
    }
  }

  @Test
  void a_server_that_is_away_is_told() throws Exception {
    S3Server gone = new S3Server();
    String location = gone.location(S3Server.BUCKET);
    gone.close();
    Path file = file(100);
    try (SnapshotPlace away = S3SnapshotPlace.open(location)) {
      assertThatThrownBy(() -> away.put("x", file))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("s3://snapshots/messina/x")
          .hasMessageContaining("cannot be written");
    }
  }

  @Test
  void a_state_is_restored_where_only_its_snapshot_is_left() {
    String note;
    try (StateMemory memory = new StateMemory();
        ShardState state = new ShardState(folder.resolve("first"), memory)) {
      ShardSnapshots snapshots = new ShardSnapshots(place, SHARD, "00000000000000aa");
      note = snapshot(snapshots, filled(state, 1), "");
      note = snapshot(snapshots, filled(state, 2), note);
    }
    Path second = folder.resolve("second");
    var restored =
        new ShardSnapshots(place, SHARD, "00000000000000bb").restore(note, second).orElseThrow();
    assertThat(restored.next()).isEqualTo(2);
    try (StateMemory memory = new StateMemory();
        ShardState state = new ShardState(second, memory)) {
      assertThat(state.progress().next()).isEqualTo(2);
      for (int key = 0; key < KEYS; key++) {
        assertThat(state.get(WINDOW, Bytes.utf8("key " + key))).isEqualTo(Bytes.utf8("2"));
      }
    }
  }

  private static ShardState filled(ShardState state, int round) {
    for (int key = 0; key < KEYS; key++) {
      state.put(WINDOW, Bytes.utf8("key " + key), Bytes.utf8(Integer.toString(round)));
    }
    state.commit(
        new ShardProgress(
            round, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(round, 0, 0, 0)));
    return state;
  }

  private String snapshot(ShardSnapshots snapshots, ShardState state, String before) {
    String note = snapshots.take(state, folder.resolve("scratch"), before);
    snapshots.published(note, () -> true);
    return note;
  }

  /** A server that speaks S3 on a free port, with a bucket in memory, and with faults on demand. */
  static final class S3Server implements AutoCloseable {

    static final String BUCKET = "snapshots";

    /** Of names in one answer to whoever lists them. */
    static final int LISTED = 5;

    private static final String USER = "user";
    private static final String SECRET = "secret of the user";

    /** So many of the next requests fail as if the server were in trouble. */
    final AtomicInteger failures = new AtomicInteger();

    final AtomicInteger requests = new AtomicInteger();
    volatile Duration latency = Duration.ZERO;

    private final S3Proxy server;

    S3Server() throws Exception {
      BlobStore objects = new TransientNio2BlobStore();
      var _ = objects.createContainer(BUCKET);
      server =
          S3Proxy.builder()
              .blobStore(faulty(objects))
              .endpoint(URI.create("http://127.0.0.1:0"))
              .awsAuthentication(AuthenticationType.AWS_V4, USER, SECRET)
              .build();
      server.start();
    }

    private BlobStore faulty(BlobStore objects) {
      return (BlobStore)
          Proxy.newProxyInstance(
              BlobStore.class.getClassLoader(),
              new Class<?>[] {BlobStore.class},
              (proxy, method, arguments) -> {
                requests.incrementAndGet();
                LockSupport.parkNanos(latency.toNanos());
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                  throw S3Exception.builder()
                      .statusCode(503)
                      .awsErrorDetails(
                          AwsErrorDetails.builder()
                              .errorCode("ServiceUnavailable")
                              .errorMessage("in trouble")
                              .build())
                      .build();
                }
                if (arguments != null && arguments[0] instanceof ListObjectsV2Request all) {
                  arguments[0] = all.toBuilder().maxKeys(LISTED).build();
                }
                try {
                  return method.invoke(objects, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    /** Credentials as a process has them. */
    static void useCredentials(boolean right) {
      System.setProperty("aws.accessKeyId", USER);
      System.setProperty("aws.secretAccessKey", right ? SECRET : "another secret");
    }

    String location(String bucket) {
      return "s3://%s/messina?endpoint=http://127.0.0.1:%d&path_style=true"
          .formatted(bucket, server.getPort());
    }

    @Override
    public void close() {
      try {
        server.stop();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
