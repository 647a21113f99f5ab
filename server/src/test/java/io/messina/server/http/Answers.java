package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemAnswer;
import io.messina.stream.json.ApiJson;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** What answers must look like. */
final class Answers {

  private Answers() {}

  /** Status, media type and fields of a problem, whose detail is returned. */
  static String assertProblem(HttpResponse<String> answer, ProblemCode code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code.status());
    assertThat(answer.headers().firstValue("content-type")).contains(ProblemAnswer.MEDIA_TYPE);
    JsonNode body = ApiJson.MAPPER.readTree(answer.body());
    assertThat(body.get("code").stringValue()).isEqualTo(code.toString());
    assertThat(body.get("status").intValue()).isEqualTo(code.status());
    assertThat(body.get("title").stringValue()).isEqualTo(code.title());
    assertThat(body.get("action").stringValue()).isEqualTo(code.action());
    assertThat(answer.headers().firstValue("retry-after").isPresent())
        .isEqualTo(code.isRetryable());
    return body.get("detail").stringValue();
  }
}
