package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AckQueueTest {

  private final AckQueue queue = new AckQueue();

  private void add(int count, int bytes) {
    queue.add(
        IntStream.range(0, count)
            .mapToObj(i -> new PendingAck(new Receipt("r" + i), new byte[bytes], 0))
            .toList());
  }

  private List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    List<PendingAck> request = queue.next();
    while (!request.isEmpty()) {
      sizes.add(request.size());
      request = queue.next();
    }
    return sizes;
  }

  @Test
  void a_request_holds_no_more_bytes_than_the_server_takes() {
    add(5, (1 << 20) - 1);
    assertThat(sizes()).containsExactly(4, 1);
  }

  @Test
  void what_is_larger_by_itself_goes_alone() {
    add(1, 10);
    add(1, 5 << 20);
    add(1, 10);
    assertThat(sizes()).containsExactly(1, 1, 1);
  }

  @Test
  void a_request_holds_no_more_receipts_than_the_server_takes() {
    add(10_001, 4);
    assertThat(sizes()).containsExactly(10_000, 1);
  }

  @Test
  void a_refused_request_is_halved_before_anything_else_is_sent() {
    add(5, 4);
    List<PendingAck> refused = queue.next();
    add(1, 4);
    queue.split(refused);
    assertThat(queue.next()).isEqualTo(refused.subList(0, 2));
    assertThat(queue.next()).isEqualTo(refused.subList(2, 5));
    assertThat(queue.next()).hasSize(1);
  }
}
