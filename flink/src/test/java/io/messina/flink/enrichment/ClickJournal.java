package io.messina.flink.enrichment;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.flink.Click;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes the positions of clicks in their order, as in {@code 1,4,7}; the output of each is its
 * position. A negative count is refused.
 */
final class ClickJournal implements Enricher<String, Click, String, String> {

  @Override
  public Enriched<String, String> enrich(String user, @Nullable String state, List<Click> clicks) {
    List<String> all = new ArrayList<>();
    if (state != null) {
      all.add(state);
    }
    for (Click click : clicks) {
      if (click.count < 0) {
        throw new IllegalArgumentException("count: " + click.count);
      }
      all.add(String.valueOf(click.position));
    }
    return new Enriched<>(String.join(",", all), outputs(clicks));
  }

  @Override
  public List<String> emitAgain(String user, @Nullable String state, List<Click> clicks) {
    return outputs(clicks);
  }

  private static List<String> outputs(List<Click> clicks) {
    return clicks.stream().map(click -> String.valueOf(click.position)).toList();
  }
}
