package io.messina.cli.remote;

import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The expectation of a creation: a tag, or that nothing exists yet. */
public final class Expected {

  @ArgGroup private @Nullable Either either;

  /** One of the two. */
  static final class Either {

    @Option(
        names = "--if-match",
        paramLabel = "TAG",
        required = true,
        description = ExpectedTag.SENTENCE)
    private @Nullable String tag;

    @Option(names = "--if-absent", required = true, description = "Only if it does not exist yet.")
    private boolean absent;
  }

  /**
   * Chooses the client that creates.
   *
   * @param client creates without a condition
   * @param ifMatch makes a client that changes only a definition with this tag
   * @param ifAbsent gives one that only creates
   * @param <C> the client
   * @return the one that was asked for
   */
  public <C> C on(C client, BiFunction<C, String, C> ifMatch, UnaryOperator<C> ifAbsent) {
    if (either == null) {
      return client;
    }
    String tag = either.tag;
    if (tag != null) {
      return ifMatch.apply(client, tag);
    }
    return either.absent ? ifAbsent.apply(client) : client;
  }
}
