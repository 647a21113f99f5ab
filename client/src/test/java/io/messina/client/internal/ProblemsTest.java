package io.messina.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.EventId;
import io.messina.api.RefusedLine;
import io.messina.api.feature.AddedItems;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemsTest {

  private static MessinaException problem(int status, String body) {
    return ProblemAnswers.of(
        new Answer(
            status, Optional.of(Duration.ofSeconds(2)), body.getBytes(StandardCharsets.UTF_8), 0));
  }

  @ParameterizedTest
  @CsvSource({
    "400, malformed_json, Refused, false",
    "404, stream_not_found, NotFound, false",
    "409, key_conflict, Refused, false",
    "413, too_large, Refused, false",
    "422, schema_violation, Refused, false",
    "429, overloaded, Overloaded, true",
    "500, internal, Failed, false",
    "503, unavailable, Unavailable, true",
    "503, shutting_down, Unavailable, true",
    "503, unknown_outcome, Unknown, true",
    "302, moved, Failed, false"
  })
  void the_type_tells_whether_trying_again_helps(
      int status, String code, String type, boolean retryable) {
    MessinaException failure = problem(status, "{\"code\":\"" + code + "\",\"detail\":\"d\"}");
    assertThat(failure.getClass().getSimpleName()).isEqualTo(type);
    assertThat(failure.retryable()).isEqualTo(retryable);
    assertThat(failure.problem())
        .isEqualTo(Problem.of(status, code, "d", Optional.of(Duration.ofSeconds(2))));
    assertThat(failure.rethrown()).hasSameClassAs(failure).hasCause(failure);
  }

  @ParameterizedTest
  @CsvSource({"502", "503", "504"})
  void what_stands_before_the_server_may_have_asked_it(int status) {
    assertThat(problem(status, "<html>")).isInstanceOf(MessinaException.Unknown.class);
  }

  @Test
  void what_is_stored_is_told() {
    MessinaException failure =
        problem(
            503, "{\"code\":\"unavailable\",\"stored\":{\"accepted\":1,\"ids\":[null,\"e2\"]}}");
    assertThat(failure.problem().stored().orElseThrow().ids())
        .containsExactly(Optional.empty(), Optional.of(new EventId("e2")));
  }

  @Test
  void what_is_imported_is_told() {
    MessinaException failure =
        problem(404, "{\"code\":\"feature_not_found\",\"imported\":{\"stored\":7,\"expired\":2}}");
    assertThat(failure.problem().imported()).contains(new AddedItems(7, 2));
  }

  @Test
  void the_shards_on_which_a_purge_is_done_are_told() {
    Problem problem =
        problem(503, "{\"code\":\"unknown_outcome\",\"done\":[0,2],\"missing\":[1]}").problem();
    assertThat(problem.done()).containsExactly(0, 2);
    assertThat(problem.missing()).containsExactly(1);
  }

  @Test
  void lines_that_are_refused_are_told() {
    Problem problem =
        problem(
                422,
                "{\"code\":\"schema_violation\",\"refused\":[{\"line\":3,\"detail\":\"why\"}],\"refused_count\":7}")
            .problem();
    assertThat(problem.refused()).containsExactly(new RefusedLine(3, "why"));
    assertThat(problem.refusedCount()).isEqualTo(7);
  }

  @Test
  void without_a_connection_nothing_was_done() {
    assertThat(ProblemAnswers.of(new ConnectException("refused")))
        .isInstanceOf(MessinaException.Unavailable.class);
    assertThat(ProblemAnswers.of(new IOException("broken")))
        .isInstanceOf(MessinaException.Unknown.class);
  }

  @Test
  void to_a_server_that_is_not_trusted_nothing_was_sent_and_a_repeat_does_not_help() {
    SSLHandshakeException thrown = new SSLHandshakeException("unknown authority");
    thrown.initCause(new CertificateException("unknown"));
    MessinaException failure = ProblemAnswers.of(thrown);
    assertThat(failure).isInstanceOf(MessinaException.Failed.class);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure)
        .hasMessageContaining("the server is not trusted, and nothing was sent: unknown authority");
  }

  @Test
  void a_handshake_that_breaks_is_as_no_connection() {
    assertThat(ProblemAnswers.of(new SSLHandshakeException("the other side terminated it")))
        .isInstanceOf(MessinaException.Unavailable.class);
  }

  @Test
  void an_answer_that_is_not_of_http_tells_of_https() {
    assertThat(ProblemAnswers.of(new ProtocolException("Invalid status line")))
        .isInstanceOf(MessinaException.Unknown.class)
        .hasMessageContaining("is it a server of https?");
  }
}
