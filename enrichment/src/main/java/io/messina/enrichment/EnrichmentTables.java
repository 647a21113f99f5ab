package io.messina.enrichment;

import io.messina.store.Table;
import java.util.List;

/** The tables of enrichments. */
public final class EnrichmentTables {

  /** All that a process with enrichments creates. */
  public static final List<Table> ALL = List.of(StateTable.STATES, OfferedEvents.LAYOUT.table());

  private EnrichmentTables() {}
}
