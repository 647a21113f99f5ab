package io.messina.cli.remote;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tag that a change expects. */
public final class ExpectedTag {

  static final String SENTENCE = "Only if its tag is still TAG, as show and list print it.";

  @Option(names = "--if-match", paramLabel = "TAG", description = SENTENCE)
  private @Nullable String tag;

  /**
   * Chooses the client that makes the change.
   *
   * @param client makes the change for any tag
   * @param ifMatch gives one that makes it only if the tag is the same
   * @param <C> the client
   * @return the one that was asked for
   */
  public <C> C on(C client, BiFunction<C, String, C> ifMatch) {
    return tag == null ? client : ifMatch.apply(client, tag);
  }
}
