package io.messina.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServersTest {

  private static final String A = "http://a:8420";
  private static final String B = "http://b:8420/base";
  private static final String C = "https://c";

  private final Servers servers = of(A + "/", B + "//", C);

  private static Servers of(String... urls) {
    return Servers.of(Stream.of(urls).map(URI::create).toList());
  }

  @Test
  void the_first_is_asked_as_long_as_it_answers() {
    servers.answered(A);
    assertThat(servers.preferred()).isEqualTo(A);
  }

  @Test
  void one_that_fails_is_followed_by_the_next_which_is_kept() {
    servers.failed(A);
    assertThat(servers.preferred()).isEqualTo(B);
    servers.answered(A);
    assertThat(servers.preferred()).isEqualTo(B);
  }

  @Test
  void a_late_failure_of_another_one_changes_nothing() {
    servers.failed(A);
    servers.failed(A);
    servers.failed(C);
    assertThat(servers.preferred()).isEqualTo(B);
  }

  @Test
  void the_one_that_has_not_failed_for_longest_is_next() {
    servers.failed(C);
    servers.failed(A);
    servers.failed(B);
    assertThat(servers.preferred()).isEqualTo(C);
    servers.answered(B);
    servers.failed(C);
    assertThat(servers.preferred()).isEqualTo(B);
  }

  @Test
  void each_is_asked_once() {
    servers.failed(A);
    assertThat(servers.otherThan(Set.of(A))).contains(B);
    servers.failed(B);
    assertThat(servers.otherThan(Set.of(A, B))).contains(C);
    servers.failed(C);
    assertThat(servers.otherThan(Set.of(A, B, C))).isEmpty();
    assertThat(servers.preferred()).isEqualTo(A);
  }

  @Test
  void a_single_one_stays_whatever_happens() {
    Servers single = of(A);
    single.failed(A);
    assertThat(single.preferred()).isEqualTo(A);
    assertThat(single.otherThan(Set.of(A))).isEmpty();
  }

  @Test
  void servers_of_one_host_differ_by_port_and_path() {
    assertThat(of("http://a", "http://a:81", "https://a", "http://a/base").preferred())
        .isEqualTo("http://a");
  }

  @Test
  void what_is_wrong_with_urls_is_one_sentence() {
    assertThatThrownBy(() -> Servers.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("urls: none (expected: one or more, as in http://127.0.0.1:8420)");
    assertThatThrownBy(() -> of(A, "http://A:8420/"))
        .hasMessage("urls: http://A:8420/ twice (expected: each server once)");
    assertThatThrownBy(() -> of("http://a", "http://a:80"))
        .hasMessage("urls: http://a:80 twice (expected: each server once)");
    for (String wrong : List.of("", "a:8420", "ftp://a", A + "?query", A + "#place")) {
      assertThatThrownBy(() -> of(B, wrong))
          .hasMessage("url: " + wrong + " (expected: as in http://127.0.0.1:8420)");
    }
  }
}
