package io.messina.features.list;

import io.messina.api.feature.AddedItems;

/**
 * How far an import is.
 *
 * @param lines how many lines were read
 * @param stored how many items are in the store
 * @param expired how many had expired on arrival
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
