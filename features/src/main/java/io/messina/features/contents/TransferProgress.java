package io.messina.features.contents;

import io.messina.api.feature.AddedItems;

/**
 * The progress of an import.
 *
 * @param lines the number of lines read
 * @param stored the number of items in the store
 * @param expired the number that had expired on arrival
 */
public record TransferProgress(long lines, long stored, long expired) {

  /** Nothing yet. */
  public static final TransferProgress NONE = new TransferProgress(0, 0, 0);

  TransferProgress plus(AddedItems added) {
    return new TransferProgress(lines, stored + added.stored(), expired + added.expired());
  }

  TransferProgress plusLines(int more) {
    return new TransferProgress(lines + more, stored, expired);
  }
}
