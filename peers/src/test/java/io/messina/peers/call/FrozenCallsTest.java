package io.messina.peers.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * One call of each method and one answer, as a node of another version in the same cluster writes
 * them. A line of the file has the method, {@code call} or {@code answer}, the bytes, and the value
 * as Java shows it. A new method gets new lines; a line never changes.
 */
final class FrozenCallsTest {

  /** The bytes of a value, and what they mean. */
  private record Frozen(CallKind<?, ?> kind, boolean isCall, String hex, String shown) {

    static Frozen parse(String line) {
      String[] words = line.split(" ", 4);
      CallKind<?, ?> kind =
          CallKind.ALL.stream()
              .filter(each -> each.type().getSimpleName().equals(words[0]))
              .findFirst()
              .orElseThrow();
      return new Frozen(kind, words[1].equals("call"), words[2], words[3]);
    }

    void check() {
      byte[] bytes = HexFormat.of().parseHex(hex);
      if (isCall) {
        checkCall(CallKind.decode(bytes));
      } else {
        checkAnswer(kind, bytes);
      }
    }

    private <A> void checkCall(Call<A> call) {
      assertThat(text(call)).isEqualTo(shown);
      assertThat(HexFormat.of().formatHex(CallKind.of(call).encode(call))).isEqualTo(hex);
    }

    private <A> void checkAnswer(CallKind<?, A> of, byte[] bytes) {
      A answer = Answers.decode(bytes, of.answer());
      assertThat(String.valueOf(answer)).isEqualTo(shown);
      assertThat(HexFormat.of().formatHex(Answers.done(of.answer(), answer))).isEqualTo(hex);
    }
  }

  /** Runs show nothing of themselves. */
  private static String text(Call<?> call) {
    return call instanceof Call.Append append
        ? append.shard() + " " + append.events().key() + " " + append.events().events()
        : call.toString();
  }

  private static List<Frozen> all() throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    FrozenCallsTest.class.getResourceAsStream("/frozen-calls.txt")),
                StandardCharsets.UTF_8))) {
      return in.lines().map(Frozen::parse).toList();
    }
  }

  @Test
  void calls_and_answers_stay_as_they_are() throws IOException {
    List<Frozen> all = all();
    all.forEach(Frozen::check);
    for (CallKind<?, ?> kind : CallKind.ALL) {
      assertThat(all.stream().filter(each -> each.kind().equals(kind)).map(Frozen::isCall))
          .as(kind.type().getSimpleName())
          .contains(true, false);
    }
  }
}
