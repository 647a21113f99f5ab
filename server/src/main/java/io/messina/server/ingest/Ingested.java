package io.messina.server.ingest;

import io.messina.api.RefusedLine;
import java.util.List;

/**
 * The content of a body.
 *
 * @param events in the order of their lines
 * @param refused lines that are no events; empty unless the request allowed it
 */
public record Ingested(List<IngestedEvent> events, List<RefusedLine> refused) {}
