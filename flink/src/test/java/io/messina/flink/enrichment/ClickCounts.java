package io.messina.flink.enrichment;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.flink.Click;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds clicks up; the output of each is the user's sum after it. A negative count is refused. */
final class ClickCounts implements Enricher<String, Click, Long, String> {

  @Override
  public Enriched<Long, String> enrich(String user, @Nullable Long state, List<Click> clicks) {
    long sum = state == null ? 0 : state;
    List<String> outputs = new ArrayList<>();
    for (Click click : clicks) {
      if (click.count < 0) {
        throw new IllegalArgumentException("count: " + click.count);
      }
      sum += click.count;
      outputs.add(user + "=" + sum);
    }
    return new Enriched<>(sum, outputs);
  }

  @Override
  public List<String> emitAgain(String user, @Nullable Long state, List<Click> clicks) {
    return clicks.stream().map(click -> user + "=" + state + " again").toList();
  }
}
