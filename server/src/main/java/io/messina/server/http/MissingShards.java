package io.messina.server.http;

import java.util.List;
import java.util.stream.Collectors;

/** Tells of shards that an answer lacks, where its form has no field for them. */
public final class MissingShards {

  private static final String HEADER = "Messina-Missing";

  private MissingShards() {}

  /** Sets the header {@code Messina-Missing} if there are any. */
  public static void tell(Exchange exchange, List<Integer> shards) {
    if (!shards.isEmpty()) {
      exchange.setHeader(
          HEADER, shards.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
  }
}
