package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreUnavailableException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FullDiskTest {

  @Test
  void a_full_disk_fails_writes_and_not_the_store(@TempDir Path folder) throws Exception {
    long acknowledged;
    try (ChildProcess writer = ChildProcess.start(FullDiskWriter.class, folder)) {
      String line = Objects.requireNonNullElse(writer.readLine(), "");
      assertThat(line).startsWith("acknowledged ");
      acknowledged = Long.parseLong(line.substring("acknowledged ".length()));
      assertThat(writer.waitForExit()).isZero();
    }
    try (RocksStore store =
        RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system())) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize((int) acknowledged);
    }
  }

  @Test
  void writes_are_refused_before_the_reserve_is_used_up(@TempDir Path folder) {
    RocksStoreOptions greedy = RocksStoreOptions.DEFAULT.withFreeBytesMin(Long.MAX_VALUE);
    try (RocksStore store = RocksStore.open(folder, greedy, InstantSource.system())) {
      Samples.createAll(store);
      assertThatThrownBy(() -> store.write(Samples.put(Samples.NOTES, "a", 1, 1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("free bytes on disk: ")
          .hasMessageContaining("(expected: at least " + Long.MAX_VALUE + ")");
      assertThat(store.get(Samples.key(Samples.NOTES, "a", 1))).isEmpty();
    }
  }
}
