package io.messina.aggregate.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Uploads files without holding them in memory, long ones in parts.
 *
 * @param partBytes of each part but the last; for up to two of them one request is enough
 */
record MultipartUpload(S3Client client, String bucket, long partBytes) {

  /** S3 takes 10,000 parts, so that files may have 156 GiB. */
  static final long PART_BYTES = 16L << 20;

  private static final String BYTES = "application/octet-stream";
  private static final Logger LOG = LoggerFactory.getLogger(MultipartUpload.class);

  void put(String key, Path file) {
    long length = length(file);
    if (length <= 2 * partBytes) {
      client.putObject(request -> request.bucket(bucket).key(key), part(file, 0, length));
    } else {
      putParts(key, file, length);
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void putParts(String key, Path file, long length) {
    String upload =
        client.createMultipartUpload(request -> request.bucket(bucket).key(key)).uploadId();
    try {
      List<CompletedPart> parts = new ArrayList<>();
      for (long at = 0; at < length; at += partBytes) {
        int number = parts.size() + 1;
        RequestBody body = part(file, at, Math.min(partBytes, length - at));
        String tag =
            client
                .uploadPart(
                    request -> request.bucket(bucket).key(key).uploadId(upload).partNumber(number),
                    body)
                .eTag();
        parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
      }
      client.completeMultipartUpload(
          request ->
              request
                  .bucket(bucket)
                  .key(key)
                  .uploadId(upload)
                  .multipartUpload(all -> all.parts(parts)));
    } catch (SdkException | UncheckedIOException e) {
      abort(key, upload);
      throw e;
    }
  }

  private void abort(String key, String upload) {
    try {
      client.abortMultipartUpload(request -> request.bucket(bucket).key(key).uploadId(upload));
    } catch (SdkException e) {
      LOG.debug("The parts of {} stay until the bucket removes them", key, e);
    }
  }

  /** A part is read again for each attempt. */
  private static RequestBody part(Path file, long from, long length) {
    ContentStreamProvider bytes = () -> open(file, from, length);
    return RequestBody.fromContentProvider(bytes, length, BYTES);
  }

  private static InputStream open(Path file, long from, long length) {
    try {
      FileChannel channel = FileChannel.open(file);
      return new FilePart(Channels.newInputStream(channel.position(from)), length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
