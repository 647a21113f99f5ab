package io.messina.aggregate.s3;

import io.messina.aggregate.snapshot.S3Location;
import java.time.Duration;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes clients that give up. */
final class S3Clients {

  /** It is signed, and services other than Amazon's do not care. */
  private static final String ANY_REGION = "us-east-1";

  /** For parts of 16 MiB on a line of 2 Mbit/s. */
  static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5));

  private S3Clients() {}

  /**
   * When to give up.
   *
   * @param connect until there is a connection
   * @param silence without a byte of the answer
   * @param attempt of a request, with its body
   * @param call with all of its attempts
   */
  record Timeouts(Duration connect, Duration silence, Duration attempt, Duration call) {}

  static S3Client open(S3Location location, Timeouts timeouts) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(timeouts.connect())
                    .socketTimeout(timeouts.silence()))
            .overrideConfiguration(
                all ->
                    all.apiCallAttemptTimeout(timeouts.attempt())
                        .apiCallTimeout(timeouts.call())
                        .retryStrategy(RetryMode.STANDARD))
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .forcePathStyle(location.pathStyle());
    location.endpoint().ifPresent(builder::endpointOverride);
    location
        .region()
        .or(() -> location.endpoint().map(_ -> ANY_REGION))
        .map(Region::of)
        .ifPresent(builder::region);
    try {
      return builder.build();
    } catch (SdkClientException e) {
      throw new IllegalArgumentException(
          "%s has no region (expected: region=… in it, or AWS_REGION in the environment)"
              .formatted(location.describe("")),
          e);
    }
  }
}
