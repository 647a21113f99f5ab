package io.messina.api;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name of a consumer group.
 *
 * @param value a letter a-z or a digit, then up to 99 of a-z, 0-9, ".", "_" and "-"
 */
public record GroupName(String value) {

  private static final Pattern GENERATION =
      Pattern.compile("(aggregate|enrichment|features|sink)\\..+\\.[0-9]+");

  private static final Set<String> OF_MESSAGES = Set.of("router", "sender", "tracker");

  public GroupName {
    Names.check("group", value);
  }

  /**
   * Whether the server reads the stream by it: for an aggregate, an enrichment, a feed or a sink
   * ({@code features.NAME.GENERATION} for a feed), or to send messages. Other users may only read
   * this group.
   *
   * @param stream of the group
   */
  public boolean isInternal(StreamName stream) {
    return GENERATION.matcher(value).matches()
        || (stream.isInternal() && OF_MESSAGES.contains(value));
  }

  /**
   * Whether a feed reads the stream by it. It may be sought, as a feed that reads events again
   * changes nothing.
   */
  public boolean isOfFeed() {
    return value.startsWith("features.") && GENERATION.matcher(value).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
