package io.messina.cli.remote;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tag that a change expects. */
public final class ExpectedTag {

  @Option(
      names = "--if-match",
      paramLabel = "TAG",
      description = "Only if its tag is still the one that show or list has told.")
  private @Nullable String tag;

  /** For picocli. */
  public ExpectedTag() {}

  <C> C on(C client, BiFunction<C, String, C> ifMatch) {
    return tag == null ? client : ifMatch.apply(client, tag);
  }
}
