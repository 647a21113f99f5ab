package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypedTextTest {

  private static final String[] MARKED = {"lists", "Z\uFFFDrich"};

  @Test
  void a_name_that_the_locale_cannot_hold_is_not_taken_for_another() {
    assertThat(TypedText.unreadable(MARKED, "ANSI_X3.4-1968"))
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("LC_ALL=C.UTF-8"));
  }

  @Test
  void marks_may_be_typed_and_plain_names_are_read_in_any_locale() {
    assertThat(TypedText.unreadable(MARKED, "UTF-8")).isEmpty();
    assertThat(TypedText.unreadable(new String[] {"lists"}, "ANSI_X3.4-1968")).isEmpty();
  }
}
