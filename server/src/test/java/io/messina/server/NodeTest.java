package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.PartitionKey;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.FaultyStore;
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
