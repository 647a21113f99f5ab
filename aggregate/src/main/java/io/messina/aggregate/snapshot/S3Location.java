package io.messina.aggregate.snapshot;

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
public record S3Location(
    String bucket,
    String prefix,
    Optional<URI> endpoint,
    Optional<String> region,
    boolean pathStyle) {

  /** The form of a location. */
  public static final String FORM =
      "s3://bucket/prefix?endpoint=https://host:port&region=name&path_style=true";

  private static final Set<String> OPTIONS = Set.of("endpoint", "region", "path_style");
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]");
  private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*)?");
  private static final Pattern REGION = Pattern.compile("[A-Za-z0-9-]+");
  private static final int PREFIX_MAX = 100;

  /** The scheme of a location. */
  public static final String SCHEME = "s3";

  /**
   * Whether a text is meant as a location in S3, although it may have a wrong form.
   *
   * @param text as in an option
   */
  public static boolean isMeant(String text) {
    return text.startsWith(SCHEME + ":");
  }

  /**
   * Reads a location.
   *
   * @param location {@code s3://bucket/prefix?endpoint=…&region=…&path_style=true}, all but the
   *     bucket may be left out
   * @throws IllegalArgumentException if it has another form
   */
  public static S3Location parse(String location) {
    URI uri = uri(location, location);
    String bucket = uri.getRawAuthority();
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    String prefix = path.replaceAll("^/+|/+$", "");
    if (!SCHEME.equals(uri.getScheme())
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

  /**
   * The key of an object in the bucket.
   *
   * @param name of the object in the place
   */
  public String key(String name) {
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /**
   * The name of an object in the place.
   *
   * @param key of the object in the bucket
   */
  public String name(String key) {
    return prefix.isEmpty() ? key : key.substring(prefix.length() + 1);
  }

  /**
   * The words by which messages name an object.
   *
   * @param name of the object in the place, or nothing for the place itself
   */
  public String describe(String name) {
    return "s3://%s/%s at %s"
        .formatted(bucket, key(name), endpoint.map(URI::toString).orElse("Amazon S3"));
  }
}
