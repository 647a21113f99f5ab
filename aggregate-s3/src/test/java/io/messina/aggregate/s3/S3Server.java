package io.messina.aggregate.s3;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A server that speaks S3 on a free port, with a bucket in memory, and with faults on demand. */
final class S3Server implements AutoCloseable {

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
