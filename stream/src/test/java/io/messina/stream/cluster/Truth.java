package io.messina.stream.cluster;

import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.Set;

/**
 * What a shard holds, once all nodes have ended.
 *
 * @param log its one order
 * @param holes what stands in it in place of events that must have been there
 * @param behindCuts where rows stand behind a cut
 * @param epochs how many owners it has had
 */
record Truth(List<StoredEvent> log, List<String> holes, Set<Place> behindCuts, long epochs) {}
