package io.messina.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound;
import io.messina.runtime.RequestException.Refused;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.json.ApiJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ProblemsTest {

  private final Problems problems = new Problems(() -> "the-id");

  @Test
  void what_the_store_throws_has_a_code() {
    assertThat(problems.of(new StoreUnavailableException("why"), "GET /").code())
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(problems.of(new UnknownOutcomeException("why"), "GET /").code())
        .isEqualTo(ProblemCode.UNKNOWN_OUTCOME);
  }

  @Test
  void an_owner_that_is_not_reached_has_a_code_and_both_ends_in_its_words() {
    ProblemAnswer problem =
        problems.of(
            new RequestException.OwnerUnreachable("edits~1/7: a does not reach the owner b"),
            "GET /");
    assertThat(problem.code()).isEqualTo(ProblemCode.OWNER_UNREACHABLE);
    assertThat(problem.code().status()).isEqualTo(503);
    assertThat(problem.detail()).isEqualTo("edits~1/7: a does not reach the owner b");
    assertThat(Problems.codeOf(new RequestException.Unavailable("why")))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void what_streams_do_not_find_or_refuse_has_a_code_by_its_kind_and_not_by_its_words() {
    assertThat(codes(NotFound.Kind.values(), kind -> new NotFound(kind, "events: why")))
        .containsExactly(
            ProblemCode.STREAM_NOT_FOUND,
            ProblemCode.GROUP_NOT_FOUND,
            ProblemCode.EVENT_NOT_FOUND,
            ProblemCode.FEATURE_NOT_FOUND,
            ProblemCode.AGGREGATE_NOT_FOUND,
            ProblemCode.ENRICHMENT_NOT_FOUND,
            ProblemCode.SINK_NOT_FOUND);
    assertThat(codes(Refused.Reason.values(), reason -> new Refused(reason, "events: why")))
        .containsExactly(
            ProblemCode.OUT_OF_BOUNDS,
            ProblemCode.TOO_LARGE,
            ProblemCode.CONFLICT,
            ProblemCode.KEY_CONFLICT,
            ProblemCode.RESERVED,
            ProblemCode.BAD_REQUEST);
  }

  private static <T> List<ProblemCode> codes(T[] values, Function<T, RequestException> thrown) {
    return Stream.of(values).map(thrown).map(Problems::codeOf).toList();
  }

  @Test
  void the_cause_of_what_a_future_throws_counts() {
    ProblemAnswer problem = new ProblemAnswer(ProblemCode.CONFLICT, "why", Map.of());
    assertThat(problems.of(new CompletionException(new ProblemException(problem)), "GET /"))
        .isEqualTo(problem);
  }

  @Test
  void what_nobody_foresaw_tells_its_id_and_nothing_else() {
    ProblemAnswer problem = problems.of(new IllegalStateException("secret"), "GET /");
    assertThat(problem.code()).isEqualTo(ProblemCode.INTERNAL);
    assertThat(problem.fields()).isEqualTo(Map.of("id", "the-id"));
    assertThat(problem.detail()).contains("the-id").doesNotContain("secret");
  }

  @Test
  void a_problem_is_written_with_its_fields() {
    ProblemAnswer problem =
        new ProblemAnswer(ProblemCode.OVERLOADED, "why", Map.of("shards", Map.of("7", 1)));
    JsonNode json = ApiJson.MAPPER.readTree(problem.toJson());
    assertThat(json.toString())
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"The server is busy.\","
                + "\"status\":429,\"code\":\"overloaded\",\"detail\":\"why\",\"action\":\"Send it"
                + " again after the seconds of Retry-After.\",\"retryable\":true,"
                + "\"shards\":{\"7\":1}}");
  }
}
