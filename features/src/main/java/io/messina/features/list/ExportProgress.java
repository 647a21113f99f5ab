package io.messina.features.list;

import java.util.Optional;

/**
 * How far the export of a whole list feature is.
 *
 * @param lines how many items were written
 * @param entities how many entities were looked at, those without items included
 * @param next where an export goes on that ends here; empty once all is done
 */
public record ExportProgress(long lines, long entities, Optional<String> next) {

  ExportProgress plus(EntityPage page, TransferProgress written) {
    return new ExportProgress(
        lines + written.lines(), entities + page.entities().size(), page.next());
  }
}
