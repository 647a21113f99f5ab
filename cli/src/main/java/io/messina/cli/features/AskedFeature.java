package io.messina.cli.features;

import io.messina.client.MessinaClient;
import io.messina.client.features.FeaturesClient;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Asks a server. If the client refuses an argument, such as a name that is too long, the call is
 * wrong.
 */
final class AskedFeature {

  private AskedFeature() {}

  /** Closes the client. */
  static <T> T of(CommandSpec command, MessinaClient client, Function<FeaturesClient, T> question) {
    return of(command, client, question, answer -> answer);
  }

  /**
   * Asks a first question, for example for the properties of lists, and then does the long work
   * with the answer: when that work fails, a part may be done, and no call was wrong. Closes the
   * client.
   */
  static <A, T, E extends Exception> T of(
      CommandSpec command,
      MessinaClient client,
      Function<FeaturesClient, A> first,
      Work<A, T, E> work)
      throws E {
    try (client) {
      return work.run(checked(command, FeaturesClient.of(client), first));
    }
  }

  private static <A> A checked(
      CommandSpec command, FeaturesClient client, Function<FeaturesClient, A> question) {
    try {
      return question.apply(client);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The long work. */
  @FunctionalInterface
  interface Work<A, T, E extends Exception> {

    T run(A known) throws E;
  }
}
