package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.FeaturesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sweep over all lists and values, page by page. */
final class Sweep {

  private final FeaturesClient client;
  private final Progress.Step step;
  private final Map<SweptFeature, Long> entities = new LinkedHashMap<>();
  private long lookedAt;
  private long deleted;
  private long unknown;

  Sweep(FeaturesClient client, Progress.Step step) {
    this.client = client;
    this.step = step;
  }

  Sweep run(SweepQuery begin) {
    Optional<SweepQuery> query = Optional.of(begin);
    while (query.isPresent()) {
      SweepQuery asked = query.get();
      SweepPage page = client.sweep(asked);
      count(page);
      step.advance(page.lookedAt());
      query = page.next().map(asked::after);
    }
    return this;
  }

  private void count(SweepPage page) {
    lookedAt += page.lookedAt();
    deleted += page.deleted();
    unknown += page.unknown();
    page.features().forEach(it -> entities.merge(it.of(0), it.entities(), Long::sum));
  }

  long lookedAt() {
    return lookedAt;
  }

  long deleted() {
    return deleted;
  }

  long unknown() {
    return unknown;
  }

  /** Returns the number of lists and values of deleted features, counted before they were swept. */
  long found() {
    return entities.values().stream().mapToLong(Long::longValue).sum();
  }

  /** By the names of the HTTP API. */
  List<Map<String, @Nullable Object>> features() {
    return swept().map(Wire::fields).toList();
  }

  /** For people, with a visible sign for an empty text. */
  List<Map<String, @Nullable Object>> rows() {
    return swept()
        .map(
            feature -> {
              Map<String, @Nullable Object> row = Wire.fields(feature);
              row.put("version", FeatureFields.shown(feature.version()));
              return row;
            })
        .toList();
  }

  private Stream<SweptFeature> swept() {
    return entities.entrySet().stream().map(each -> each.getKey().of(each.getValue()));
  }
}
