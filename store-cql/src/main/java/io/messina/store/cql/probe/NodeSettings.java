package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The settings of nodes.
 *
 * @param ofNodes the settings of each node that told them
 */
record NodeSettings(List<Map<String, String>> ofNodes) {

  static NodeSettings of(ProbedCluster cluster) {
    String table = cluster.product().isScylla() ? "system.config" : "system_views.settings";
    List<Map<String, String>> ofNodes = new ArrayList<>();
    for (AsyncResultSet answer :
        cluster.questions().ask(cluster.answering(), "SELECT name, value FROM " + table).values()) {
      ofNodes.add(settings(answer));
    }
    return new NodeSettings(ofNodes);
  }

  ServerLimits limits() {
    ServerLimits limits = ServerLimits.STANDARD;
    for (Map<String, String> settings : ofNodes) {
      limits = limits.and(new ServerLimits(frame(settings), mutation(settings)));
    }
    return limits;
  }

  /** Returns the values of a setting, several separated by commas; empty if no node has it. */
  Optional<String> text(String name) {
    TreeSet<String> values = new TreeSet<>();
    for (Map<String, String> settings : ofNodes) {
      String value = settings.get(name);
      if (value != null && !value.isBlank() && !value.equals("null")) {
        values.add(value);
      }
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  private static long frame(Map<String, String> settings) {
    return Math.min(
        size(settings, "native_transport_max_frame_size"),
        size(settings, "native_transport_max_message_size"));
  }

  private static long mutation(Map<String, String> settings) {
    OptionalLong given = SettingSize.of(settings, "max_mutation_size");
    OptionalLong segment = SettingSize.of(settings, "commitlog_segment_size");
    return given.orElse(segment.orElse(2 * ServerLimits.STANDARD.mutationBytesMax()) / 2);
  }

  private static long size(Map<String, String> settings, String name) {
    return SettingSize.of(settings, name).orElse(ServerLimits.STANDARD.frameBytesMax());
  }

  private static Map<String, String> settings(AsyncResultSet answer) {
    Map<String, String> settings = new HashMap<>();
    for (Row row : answer.currentPage()) {
      String name = row.getString("name");
      String value = row.getString("value");
      if (name != null && value != null) {
        settings.put(name, value.replace("\"", ""));
      }
    }
    return settings;
  }
}
