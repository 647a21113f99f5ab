package io.messina.aggregate.s3;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where in S3 snapshots are: {@code s3://bucket/prefix?endpoint=…&region=…&path_style=true}.
 *
 * @param bucket an existing bucket
 * @param prefix of all names, without a slash at its end; may be empty
 * @param endpoint of a service other than Amazon's
 * @param region as the service names it; if there is none, that of the process for Amazon, and
 *     {@code us-east-1} for others
 * @param pathStyle whether the bucket is in the path of a request instead of its host; not the
 *     default
 */
record S3Location(
    String bucket,
    String prefix,
    Optional<URI> endpoint,
    Optional<String> region,
    boolean pathStyle) {

  static final String FORM =
      "s3://bucket/prefix?endpoint=https://host:port&region=name&path_style=true";

  private static final Set<String> OPTIONS = Set.of("endpoint", "region", "path_style");
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]");
  private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*)?");
  private static final Pattern REGION = Pattern.compile("[A-Za-z0-9-]+");
  private static final int PREFIX_MAX = 100;

  /**
   * Reads a location.
   *
   * @throws IllegalArgumentException if it has another form
   */
  static S3Location parse(String location) {
    URI uri = uri(location, location);
    String bucket = uri.getRawAuthority();
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    String prefix = path.replaceAll("^/+|/+$", "");
    if (!"s3".equals(uri.getScheme())
        || bucket == null
        || uri.getRawFragment() != null
        || !BUCKET.matcher(bucket).matches()
        || prefix.length() > PREFIX_MAX
        || !PREFIX.matcher(prefix).matches()) {
      throw wrong(location, null);
    }
    Map<String, String> options = options(location, uri.getRawQuery());
    return new S3Location(
        bucket,
        prefix,
        Optional.ofNullable(options.get("endpoint")).map(it -> endpoint(location, it)),
        Optional.ofNullable(options.get("region")).map(it -> region(location, it)),
        pathStyle(location, options.getOrDefault("path_style", "false")));
  }

  private static Map<String, String> options(String location, @Nullable String query) {
    Map<String, String> options = new HashMap<>();
    if (query != null) {
      for (String each : query.split("&", -1)) {
        String[] pair = each.split("=", 2);
        if (pair.length != 2 || !OPTIONS.contains(pair[0])) {
          throw wrong(location, null);
        }
        options.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
    }
    return options;
  }

  private static URI endpoint(String location, String endpoint) {
    URI uri = uri(location, endpoint);
    if (!Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
        || uri.getHost() == null) {
      throw wrong(location, null);
    }
    return uri;
  }

  private static String region(String location, String region) {
    if (!REGION.matcher(region).matches()) {
      throw wrong(location, null);
    }
    return region;
  }

  private static boolean pathStyle(String location, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(location, null);
    };
  }

  private static URI uri(String location, String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw wrong(location, e);
    }
  }

  private static IllegalArgumentException wrong(String location, @Nullable Throwable cause) {
    return new IllegalArgumentException("%s (expected: %s)".formatted(location, FORM), cause);
  }

  /** The object of a name. */
  String key(String name) {
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** The name of an object. */
  String name(String key) {
    return prefix.isEmpty() ? key : key.substring(prefix.length() + 1);
  }

  /** As messages name it. */
  String describe(String name) {
    return "s3://%s/%s at %s"
        .formatted(bucket, key(name), endpoint.map(URI::toString).orElse("Amazon S3"));
  }
}
