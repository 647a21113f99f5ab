package io.messina.server.streams;

import io.messina.api.Json;
import io.messina.api.StreamOptions;
import io.messina.server.ingest.IngestRules;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogStream;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The rules of streams for JSON payloads, compiled once. Safe for use by many threads. */
final class KeptRules {

  /** With room for streams that were deleted; at the bound all are compiled again. */
  private static final int KEPT_MAX = 2 * Catalog.STREAMS_MAX;

  private final ConcurrentMap<StreamId, Kept> all = new ConcurrentHashMap<>();

  /**
   * @param tag of the stream, which takes long to compute
   */
  record Kept(CatalogStream stream, IngestRules rules, String tag) {}

  Kept of(CatalogStream stream) {
    Kept kept = all.get(stream.id());
    if (kept == null || !kept.stream().equals(stream)) {
      kept = new Kept(stream, compiled(stream.options()), stream.tag());
      if (all.size() >= KEPT_MAX) {
        all.clear();
      }
      all.put(stream.id(), kept);
    }
    return kept;
  }

  /** Throws IllegalArgumentException with a sentence, if an option is wrong. */
  static IngestRules compiled(StreamOptions options) {
    return IngestRules.compile(options.key(), options.time(), options.schema().map(Json::text));
  }
}
