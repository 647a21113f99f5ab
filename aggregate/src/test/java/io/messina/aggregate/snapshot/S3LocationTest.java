package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3LocationTest {

  @Test
  void all_but_the_bucket_may_be_left_out() {
    S3Location bare = S3Location.parse("s3://snapshots");
    assertThat(bare)
        .isEqualTo(new S3Location("snapshots", "", Optional.empty(), Optional.empty(), false));
    assertThat(bare.key("a/b")).isEqualTo("a/b");
    assertThat(bare.describe("a/b")).isEqualTo("s3://snapshots/a/b at Amazon S3");
  }

  @Test
  void endpoint_region_and_style_are_options() {
    S3Location all =
        S3Location.parse(
            "s3://snapshots/messina/eu/?endpoint=https://s3.example:9000&region=eu-1&path_style=true");
    assertThat(all)
        .isEqualTo(
            new S3Location(
                "snapshots",
                "messina/eu",
                Optional.of(URI.create("https://s3.example:9000")),
                Optional.of("eu-1"),
                true));
    assertThat(all.key("a")).isEqualTo("messina/eu/a");
    assertThat(all.name("messina/eu/a")).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3:",
        "s3://",
        "s3://UPPER",
        "s3://b",
        "s3://bucket/a//b",
        "s3://bucket/ä",
        "s3://bucket#part",
        "s3://bucket?endpoint",
        "s3://bucket?endpoint=host",
        "s3://bucket?endpoint=ftp://host",
        "s3://bucket?region=a%20b",
        "s3://bucket?path_style=yes",
        "s3://bucket?speed=high",
        "s3://buck et",
        "http://bucket"
      })
  void another_form_is_refused_with_the_one_that_is_expected(String text) {
    assertThatThrownBy(() -> S3Location.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: s3://bucket/prefix?endpoint=");
  }
}
