package io.messina.aggregate.s3;

import io.messina.aggregate.snapshot.S3Location;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Snapshots in a bucket. Files of more than 32 MiB are uploaded in parts. The parts of an upload
 * whose process ended are not listed; a rule of the bucket should remove them after some days
 * ({@code AbortIncompleteMultipartUpload}).
 *
 * <p>Needs the permissions {@code s3:GetObject}, {@code s3:PutObject}, {@code s3:DeleteObject},
 * {@code s3:AbortMultipartUpload} and {@code s3:ListBucket}; without the last one, an object that
 * is missing looks forbidden, so that nothing is passed over.
 */
final class S3SnapshotPlace implements SnapshotPlace {

  private final S3Location location;
  private final S3Client client;
  private final MultipartUpload multipart;

  S3SnapshotPlace(S3Location location, S3Client client, long partBytes) {
    this.location = location;
    this.client = client;
    this.multipart = new MultipartUpload(client, location.bucket(), partBytes);
  }

  static S3SnapshotPlace open(String location) {
    S3Location parsed = S3Location.parse(location);
    return new S3SnapshotPlace(
        parsed, S3Clients.open(parsed, S3Clients.TIMEOUTS), MultipartUpload.PART_BYTES);
  }

  @Override
  public void put(String name, Path file) {
    run(
        name,
        "be written",
        () -> {
          multipart.put(location.key(name), file);
          return name;
        });
  }

  @Override
  public void get(String name, Path target) {
    try {
      Files.deleteIfExists(target);
    } catch (IOException e) {
      throw new SnapshotException("%s cannot be replaced: %s".formatted(target, e), e);
    }
    run(
        name,
        "be read",
        () ->
            client.getObject(
                request -> request.bucket(location.bucket()).key(location.key(name)),
                ResponseTransformer.toFile(target)));
  }

  @Override
  public List<String> list(String prefix) {
    return run(
        prefix,
        "be listed",
        () ->
            client
                .listObjectsV2Paginator(
                    request -> request.bucket(location.bucket()).prefix(location.key(prefix)))
                .contents()
                .stream()
                .map(S3Object::key)
                .map(location::name)
                .toList());
  }

  @Override
  public List<String> folders() {
    return run(
        "",
        "be listed",
        () ->
            client
                .listObjectsV2Paginator(
                    request ->
                        request.bucket(location.bucket()).prefix(location.key("")).delimiter("/"))
                .commonPrefixes()
                .stream()
                .map(each -> location.name(each.prefix()))
                .map(name -> name.substring(0, name.length() - 1))
                .toList());
  }

  /** One by one: not every service can delete many at once. */
  @Override
  public void delete(Collection<String> names) {
    for (String name : names) {
      run(
          name,
          "be deleted",
          () ->
              client.deleteObject(
                  request -> request.bucket(location.bucket()).key(location.key(name))));
    }
  }

  private <R> R run(String name, String what, Supplier<R> request) {
    try {
      return request.get();
    } catch (NoSuchKeyException e) {
      throw new SnapshotException.Missing(location.describe(name) + " is missing", e);
    } catch (SdkException | UncheckedIOException e) {
      throw new SnapshotException(
          "%s cannot %s: %s".formatted(location.describe(name), what, why(e)), e);
    }
  }

  private static String why(RuntimeException failure) {
    if (failure instanceof S3Exception refused && refused.awsErrorDetails() != null) {
      return "%d %s: %s"
          .formatted(
              refused.statusCode(),
              refused.awsErrorDetails().errorCode(),
              refused.awsErrorDetails().errorMessage());
    }
    return String.valueOf(failure.getMessage());
  }

  @Override
  public String toString() {
    return location.describe("");
  }

  @Override
  public void close() {
    client.close();
  }
}
