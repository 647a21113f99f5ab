package io.messina.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NeutralClientTest {

  @Test
  void h2load_tells_how_many_requests_succeeded() {
    String printed =
        """
        finished in 5.00s, 15234.20 req/s, 3.21MB/s
        requests: 76171 total, 76235 started, 76171 done, 76171 succeeded, 0 failed, 0 errored, 0 timeout
        status codes: %d 2xx, 0 3xx, %d 4xx, 0 5xx
        """;
    assertThat(NeutralClient.H2LOAD.succeeded(printed.formatted(76171, 0))).isEqualTo(76171);
    assertThatThrownBy(() -> NeutralClient.H2LOAD.succeeded(printed.formatted(76170, 1)))
        .hasMessageStartingWith("requests were refused: status codes: 76170 2xx");
  }

  @Test
  void wrk_tells_how_many_requests_succeeded() {
    String printed =
        """
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     4.11ms    2.02ms  40.10ms   80.00%%
          76171 requests in 5.00s, 16.01MB read
        %sRequests/sec:  15234.20
        """;
    assertThat(NeutralClient.WRK.succeeded(printed.formatted(""))).isEqualTo(76171);
    assertThatThrownBy(
            () -> NeutralClient.WRK.succeeded(printed.formatted("  Non-2xx or 3xx responses: 3\n")))
        .hasMessageContaining("Non-2xx or 3xx responses: 3");
  }

  @Test
  void output_without_counts_is_no_success() {
    assertThatThrownBy(() -> NeutralClient.H2LOAD.succeeded("unable to connect"))
        .hasMessage("H2LOAD printed no counts: unable to connect");
  }
}
