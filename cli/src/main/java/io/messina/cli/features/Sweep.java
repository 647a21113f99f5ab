package io.messina.cli.features;

import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.client.SweepPage;
import io.messina.client.SweepQuery;
import io.messina.client.SweptFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A sweep over all lists and values, page by page. */
final class Sweep {

  private final MessinaClient client;
  private final Progress.Step step;
  private final Map<SweptFeature, Long> entities = new LinkedHashMap<>();
  private long lookedAt;
  private long deleted;
  private long unknown;

  Sweep(MessinaClient client, Progress.Step step) {
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
    for (SweptFeature it : page.features()) {
      SweptFeature feature =
          new SweptFeature(it.entityType(), it.name(), it.version(), it.generation(), it.kind(), 0);
      entities.merge(feature, it.entities(), Long::sum);
    }
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

  /** How many lists and values deleted features have, or had before they were swept. */
  long found() {
    return entities.values().stream().mapToLong(Long::longValue).sum();
  }

  /** By the names of the HTTP API. */
  List<Map<String, @Nullable Object>> features() {
    return fields(SweptFeature::version);
  }

  /** For people, who cannot see a text that is empty. */
  List<Map<String, @Nullable Object>> rows() {
    return fields(feature -> FeatureFields.shown(feature.version()));
  }

  private List<Map<String, @Nullable Object>> fields(Function<SweptFeature, String> version) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    entities.forEach(
        (feature, count) -> {
          Map<String, @Nullable Object> fields = new LinkedHashMap<>();
          fields.put("entity_type", feature.entityType());
          fields.put("name", feature.name());
          fields.put("version", version.apply(feature));
          fields.put("generation", feature.generation());
          fields.put("type", feature.kind().toString());
          fields.put("entities", count);
          all.add(fields);
        });
    return all;
  }
}
