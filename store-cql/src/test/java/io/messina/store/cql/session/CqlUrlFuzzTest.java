package io.messina.store.cql.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CqlUrlFuzzTest {

  static Stream<Arguments> urls() {
    return Stream.of(
            "",
            CqlUrl.SCHEME,
            CqlUrl.FORM,
            "cql://a:9042,[::1]:9043/k?dc=d&replication=3&timeout=5s&connections=4&tls=true",
            "cql://a:99999/k?dc=%zz")
        .map(url -> arguments((Object) url.getBytes(UTF_8)));
  }

  @MethodSource("urls")
  @FuzzTest
  void any_url_is_read_or_refused_with_what_was_expected(byte[] url) {
    try {
      assertThat(CqlUrl.parse(new String(url, UTF_8)).contactPoints()).isNotEmpty();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("expected");
    }
  }
}
