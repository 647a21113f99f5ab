package io.messina.client;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where things are in the API. */
final class Paths {

  static final String STREAMS = "/v1/streams";
  static final String FEATURES = "/v1/features";
  static final String LISTS = "/v1/lists";
  static final String VALUES = "/v1/values";
  static final String FEEDS = "/v1/feeds";

  private Paths() {}

  static String stream(StreamName stream) {
    return STREAMS + "/" + stream;
  }

  static String events(StreamName stream) {
    return stream(stream) + "/events";
  }

  static String groups(StreamName stream) {
    return stream(stream) + "/groups";
  }

  static String group(StreamName stream, GroupName group) {
    return groups(stream) + "/" + group;
  }

  /** A feature, a list or a value under one of the roots. */
  static String under(String root, Object... parts) {
    StringBuilder path = new StringBuilder(root);
    for (Object part : parts) {
      path.append('/').append(part(part));
    }
    return path.toString();
  }

  /** A text as a part of a path or a query. */
  static String part(Object text) {
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }
}
