package io.messina.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.ListAnswer;
import io.messina.cli.terminal.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ListAnswersTest {

  private static final ListAnswer WHOLE =
      new ListAnswer.Found(new EntityId("whole"), List.of(), Optional.empty());
  private static final ListAnswer BUSY =
      new ListAnswer.Failed(new EntityId("busy"), "no answer", true);
  private static final ListAnswer DAMAGED =
      new ListAnswer.Failed(new EntityId("old"), "damaged", false);

  private final StringWriter stderr = new StringWriter();

  @Test
  void to_try_again_is_told_only_where_that_may_help_all_that_could_not_be_read() {
    assertThat(exitCode(WHOLE)).isEqualTo(ExitCodes.SUCCESS);
    assertThat(stderr.toString()).isEmpty();
    assertThat(exitCode(BUSY, WHOLE)).isEqualTo(ExitCodes.TRY_AGAIN);
    assertThat(exitCode(BUSY, DAMAGED)).isEqualTo(ExitCodes.FAILURE);
    assertThat(exitCode(DAMAGED, BUSY)).isEqualTo(ExitCodes.FAILURE);
    assertThat(stderr.toString())
        .contains("messina: busy cannot be read: no answer")
        .contains("messina: old cannot be read: damaged");
  }

  @Test
  void lists_of_which_not_all_is_shown_are_named() {
    new ListAnswers(Stream.concat(Stream.of(WHOLE, BUSY), longer("a", "b", "c", "d")).toList())
        .tellOfMore(new PrintWriter(stderr, true));
    assertThat(stderr.toString())
        .hasLineCount(1)
        .startsWith("messina: more items than shown: a, b, c and 1 more (");
  }

  private int exitCode(ListAnswer... answers) {
    return new ListAnswers(List.of(answers)).tellOfFailures(new PrintWriter(stderr, true));
  }

  private static Stream<ListAnswer> longer(String... entities) {
    return Stream.of(entities)
        .map(entity -> new ListAnswer.Found(new EntityId(entity), List.of(), Optional.of("more")));
  }
}
