package io.messina.cli.features;

import io.messina.api.feature.AddedItems;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.cli.file.InputFile;
import io.messina.cli.load.CheckedFile;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.ListClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Adds the items of a file, several requests at a time, in which neighbours are together, since
 * they often are of one entity. Existing items stay as they are.
 */
final class ItemImport implements CheckedFile.Lines {

  private final ListClient list;
  private final ItemLines lines;
  private final Progress progress;
  private final LongAdder stored = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private long items;

  ItemImport(ListClient list, ItemLines lines, Progress progress) {
    this.list = list;
    this.lines = lines;
    this.progress = progress;
  }

  /**
   * Looks through all of a file, and then sends it.
   *
   * @return this
   * @throws BadInputException if a line is no item; then nothing is sent
   */
  ItemImport run(InputFile file) throws IOException {
    items = new CheckedFile(this, "Importing", "imported").send(file, progress);
    return this;
  }

  /** Returns the number of items in the file. */
  long items() {
    return items;
  }

  /** Returns the number of items that are stored now. */
  long stored() {
    return stored.sum();
  }

  /** Returns the number of items that had already expired. */
  long expired() {
    return expired.sum();
  }

  @Override
  public void check(FileEntry line) {
    var _ = lines.read(line);
  }

  @Override
  public void send(List<FileEntry> batch, Progress.Step step) {
    AddedItems added = list.importLines(batch.stream().map(lines::read).toList());
    stored.add(added.stored());
    expired.add(added.expired());
    step.advance(batch.size());
  }
}
