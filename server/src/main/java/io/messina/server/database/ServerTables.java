package io.messina.server.database;

import io.messina.enrichment.EnrichmentTables;
import io.messina.features.node.FeatureTables;
import io.messina.messaging.node.Messaging;
import io.messina.store.Table;
import io.messina.stream.node.NodeTables;
import io.messina.stream.ownership.ClusterGuard;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a server. */
public final class ServerTables {

  /** All that a server keeps in a keyspace. */
  public static final List<Table> ALL =
      Stream.of(
              NodeTables.ALL,
              FeatureTables.ALL,
              EnrichmentTables.ALL,
              Messaging.TABLES,
              List.of(ClusterGuard.CLUSTERS))
          .flatMap(List::stream)
          .distinct()
          .toList();

  private ServerTables() {}
}
