package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments are written in plain words: CONTRIBUTING.md says which words are odd, and why. A module
 * may have a few of them per 1,000 lines of comment, because each is the right word somewhere.
 */
class PlainWordsTest {

  private static final Path ROOT = Path.of("..");

  /** Odd words per 1,000 lines of comment that a module may have. */
  private static final int LIMIT = 80;

  private static final int LINES = 1_000;

  /** A module with fewer lines of comment may have as many odd words as one with this many. */
  private static final int LINES_MIN = 100;

  /** The odd words, with the word that replaces them in most sentences. */
  private static final List<Pattern> ODD =
      Stream.of(
              // A noun: "the rest" for "what is left". A sentence: "The options of …".
              "\\bwhat\\b",
              // A whole sentence: "The time that …", "The number of …", "Sets …".
              "(?-i)(?:^|[.:] )How\\b",
              // A state: "exists", "is available", "is present".
              "\\bthere\\b(?! (?:is|are|was|were|may|must|can|will|has|have)\\b)",
              // A noun: "the caller", "the owner", "a reader that".
              "\\bwho(?:ever|m)?\\b",
              // "Any", "all", "each".
              "\\b(?:whatever|whichever|wherever)\\b",
              // "Again".
              "\\banew\\b",
              // "Also", "in the same way".
              "\\blikewise\\b",
              // "Is sent", "is written", "is removed".
              "\\bgo(?:es)?\\b",
              // "Is", "is written", "is kept".
              "\\b(?:stands?|stood)\\b(?! for\\b)",
              // The noun itself, or "this kind of".
              "\\bsuch\\b(?! as\\b)",
              // "Its", "a separate".
              "\\bof (?:its|their|one's) own\\b",
              // "No caller", "no node".
              "\\bnobody\\b",
              // "In the meantime", "while …".
              "\\bmeanwhile\\b",
              // "Must", "should".
              "\\b(?:is|are) to be\\b",
              // The noun itself.
              "\\bthose (?:that|of|which)\\b")
          .map(word -> Pattern.compile(word, Pattern.CASE_INSENSITIVE))
          .toList();

  private static final Pattern TOKENS =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"" // a text block
              + "|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
              + "|'(?:\\\\.|[^'\\\\\n])++'"
              + "|(?://[^\n]*+(?:\n[ ]*+(?=//))?)++" // comments of a line, one below the other
              + "|/\\*(?s:.*?)\\*/");

  private static final Pattern MARGIN = Pattern.compile("(?m)^[ ]*(?:/\\*+|\\*+/?|//)|\\*/");
  private static final Pattern LINK =
      Pattern.compile("\\{@(?:code|link|linkplain|literal|value)\\s[^}]*}");
  private static final Pattern ELEMENT = Pattern.compile("<[^>]+>");
  private static final Pattern NAMED_TAG = Pattern.compile("@(?:param|throws)\\s+\\S+");
  private static final Pattern TAG = Pattern.compile("(?m)^\\s*@\\w+");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** The comments of a module: their lines and their odd words. */
  private record Comments(int lines, int odd) {

    static final Comments NONE = new Comments(0, 0);

    static Comments of(String source) {
      return TOKENS
          .matcher(source)
          .results()
          .map(MatchResult::group)
          .filter(token -> token.startsWith("/"))
          .map(comment -> new Comments((int) comment.lines().count(), oddWords(comment)))
          .reduce(NONE, Comments::and);
    }

    Comments and(Comments other) {
      return new Comments(lines + other.lines, odd + other.odd);
    }

    int perLines() {
      return odd * LINES / Math.max(lines, LINES_MIN);
    }
  }

  @Test
  void no_module_has_more_odd_words_in_its_comments_than_it_may() {
    assertThat(perModule())
        .isNotEmpty()
        .allSatisfy(
            (module, odd) ->
                assertThat(odd)
                    .as("odd words per 1,000 lines of comment in %s", module)
                    .isLessThanOrEqualTo(LIMIT));
  }

  @Test
  void odd_words_are_counted_in_comments_only() {
    String source =
        """
        /** What is left.
         * @param one the one
         *     that goes */
        String it = "what /* what */"; // How it stands
        // and what
        char quote = '"'; /* plain, such as this */
        """;
    assertThat(Comments.of(source)).isEqualTo(new Comments(6, 5));
  }

  private static Map<String, Integer> perModule() {
    Map<String, Integer> modules = new TreeMap<>();
    for (Path pom : poms()) {
      Comments comments = ofFolder(pom.resolveSibling("src/main/java"));
      if (comments.lines() > 0) {
        modules.put(ROOT.relativize(pom.getParent()).toString(), comments.perLines());
      }
    }
    return modules;
  }

  private static List<Path> poms() {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders.map(folder -> folder.resolve("pom.xml")).filter(Files::exists).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Comments ofFolder(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Comments.NONE;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(PlainWordsTest::read)
          .map(Comments::of)
          .reduce(Comments.NONE, Comments::and);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int oddWords(String comment) {
    String text = plain(comment);
    return (int) ODD.stream().mapToLong(word -> word.matcher(text).results().count()).sum();
  }

  /** Returns the words of a comment in one line; a tag or an element ends a sentence. */
  private static String plain(String comment) {
    String text = MARGIN.matcher(comment).replaceAll("");
    text = LINK.matcher(text).replaceAll("X");
    text = ELEMENT.matcher(text).replaceAll(". ");
    text = NAMED_TAG.matcher(text).replaceAll(". ");
    text = TAG.matcher(text).replaceAll(". ");
    return SPACE.matcher(text).replaceAll(" ").strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
