package io.messina.aggregate.snapshot;

import java.util.List;

/**
 * The content of a snapshot.
 *
 * @param next the first position whose event is not in it, packed
 * @param files all that the folder of the state had
 */
record Manifest(long next, List<StoredFile> files) {

  Manifest {
    files = List.copyOf(files);
  }

  long bytes() {
    return files.stream().mapToLong(file -> file.content().bytes()).sum();
  }
}
