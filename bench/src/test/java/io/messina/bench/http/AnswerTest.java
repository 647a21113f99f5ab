package io.messina.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

  private final HttpAnswer answer = new HttpAnswer();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 202 Accepted|Content-Length: 5|X: y||hello",
        "HTTP/1.1 202 Accepted|X: y|transfer-encoding: chunked||2|he|3|llo|0||"
      })
  void an_answer_is_complete_with_its_last_byte(String text) {
    byte[] bytes = HttpAnswer.ascii(text.replace("|", "\r\n"));
    for (int i = 0; i < bytes.length - 1; i++) {
      assertThat(answer.take(ByteBuffer.wrap(bytes, i, 1))).isFalse();
    }
    assertThat(answer.take(ByteBuffer.wrap(bytes, bytes.length - 1, 1))).isTrue();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.find(HttpAnswer.ascii("llo"), 0)).isPositive();
    assertThat(answer.find(HttpAnswer.ascii("Accepted"), 0)).isNegative();

    answer.clear();
    assertThat(answer.take(ByteBuffer.wrap(bytes))).isTrue();
    assertThat(answer.bodyBeginsWith(HttpAnswer.ascii("he"))).isTrue();
    assertThat(answer.bodyBeginsWith(HttpAnswer.ascii("el"))).isFalse();
  }
}
