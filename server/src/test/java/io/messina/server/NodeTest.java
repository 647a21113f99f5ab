package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.PartitionKey;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.FaultyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
class NodeTest {

  private static final String READY = "messina-ready"; // the thread that says it
  private static final Optional<PartitionKey> TOKENS =
      Optional.of(DefinitionTable.partition("tokens"));

  @TempDir private Path folder;

  @Test
  void one_is_ready_though_the_store_does_not_say_whether_there_are_tokens() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch known = new CountDownLatch(1);
    Path ready = folder.resolve("ready");
    try (RunningNode _ =
        RunningNode.in(
            folder,
            store -> new FaultyStore(store).before(call -> fail(call, asked, known)),
            "--auth",
            "tokens",
            "--ready-file",
            ready.toString())) {
      assertThat(ready).exists();
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      known.countDown();
    }
  }

  @Test
  void one_whose_ready_file_cannot_be_written_any_more_is_ready_and_ends_all_the_same()
      throws Exception {
    Path place = Files.createDirectory(folder.resolve("place"));
    try (RunningNode node =
        RunningNode.in(
            folder,
            store -> {
              replaceByFile(place);
              return store;
            },
            "--ready-file",
            place.resolve("ready").toString())) {
      node.json(200, "GET", "/health/ready", "");
    }
    assertThat(place).isRegularFile();
  }

  private static void replaceByFile(Path place) {
    try {
      Files.delete(place);
      Files.createFile(place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fail(FaultyStore.Call call, CountDownLatch asked, CountDownLatch known) {
    if (!call.isRead() || !call.partition().equals(TOKENS)) {
      return;
    }
    if (!Thread.currentThread().getName().equals(READY)) {
      throw new StoreUnavailableException("no answer");
    }
    asked.countDown();
    try {
      known.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new StoreException(StoreException.Code.DAMAGED, "a fault");
  }
}
