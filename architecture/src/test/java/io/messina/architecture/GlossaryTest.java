package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The glossary has only words that the documentation uses. */
class GlossaryTest {

  private static final Path DOCS = Path.of("../docs");
  private static final int TITLE_LINES = 2;

  @Test
  void its_words_are_in_their_order_with_a_sentence_each() throws IOException {
    assertThat(words()).isNotEmpty().isSorted().doesNotHaveDuplicates();
    assertThat(rows()).allMatch(row -> row.matches("\\| [^|]+ \\| [A-Z][^|.]+\\. \\|"));
  }

  @Test
  void each_word_is_used() throws IOException {
    String used = read("concepts.md") + read("architecture.md");
    assertThat(words()).allMatch(used::contains);
  }

  private static List<String> words() throws IOException {
    return rows().stream().map(row -> row.split(" \\| ", 2)[0].substring(2)).toList();
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(DOCS.resolve("glossary.md")).stream()
        .filter(line -> line.startsWith("| ") || line.startsWith("|-"))
        .skip(TITLE_LINES)
        .toList();
  }

  private static String read(String name) throws IOException {
    return Files.readString(DOCS.resolve(name)).toLowerCase(Locale.ROOT);
  }
}
