package io.messina.client.internal;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where things are in the API. */
public final class Paths {

  public static final String CLUSTER = "/v1/cluster";
  public static final String FINISH_UPGRADE = CLUSTER + "/finish-upgrade";
  public static final String STREAMS = "/v1/streams";
  public static final String FEATURES = "/v1/features";
  public static final String LISTS = "/v1/lists";
  public static final String VALUES = "/v1/values";
  public static final String FEEDS = "/v1/feeds";
  public static final String ENRICHMENTS = "/v1/enrichments";

  public static final String SINKS = "/v1/sinks";

  /** All aggregates. */
  public static final String AGGREGATES = "/v1/aggregates";

  public static final String ACCOUNTS = "/v1/accounts";
  public static final String CONNECTORS = "/v1/connectors";
  public static final String ROUTES = "/v1/routes";
  public static final String MESSAGES = "/v1/messages";
  public static final String USAGE = "/v1/usage";

  private Paths() {}

  public static String stream(StreamName stream) {
    return STREAMS + "/" + stream;
  }

  public static String events(StreamName stream) {
    return stream(stream) + "/events";
  }

  public static String groups(StreamName stream) {
    return stream(stream) + "/groups";
  }

  public static String group(StreamName stream, GroupName group) {
    return groups(stream) + "/" + group;
  }

  /** A feature, a list or a value under one of the roots. */
  public static String under(String root, Object... parts) {
    StringBuilder path = new StringBuilder(root);
    for (Object part : parts) {
      path.append('/').append(part(part));
    }
    return path.toString();
  }

  /** A text as a part of a path or a query. */
  public static String part(Object text) {
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }
}
