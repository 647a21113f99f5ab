package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class BatchesUnderWayTest {

  private final BatchesUnderWay batches = new BatchesUnderWay();

  @Test
  void no_batch_goes_64_beyond_one_that_is_under_way() {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    CompletableFuture<String> begun = send("s", 3, first);
    assertThat(send("s", 66, second)).isNotDone();

    assertThatThrownBy(() -> send("s", 67, new CompletableFuture<>()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("67 while 3");
    assertThat(send("other", 67, new CompletableFuture<>())).isNotDone();
    first.complete("stored");
    assertThat(begun).isCompletedWithValue("stored");
    assertThat(send("s", 67, new CompletableFuture<>())).isNotDone();
    second.completeExceptionally(new IllegalStateException("lost"));
    assertThat(send("s", 130, new CompletableFuture<>())).isNotDone();
    assertThatThrownBy(() -> send("s", 131, new CompletableFuture<>()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private CompletableFuture<String> send(
      String source, long number, CompletableFuture<String> answer) {
    return batches.during(new SourceBatch(source, number), () -> answer);
  }
}
