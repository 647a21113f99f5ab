package io.messina.cli.features;

import io.messina.client.MessinaClient;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Asks a server. What the client refuses to ask, as a name that is too long, is a wrong call. */
final class Asked {

  private Asked() {}

  /** Closes the client. */
  static <T, E extends Exception> T of(
      CommandSpec command, MessinaClient client, Question<T, E> question) throws E {
    try (client) {
      return question.ask(client);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** What a server is asked. */
  @FunctionalInterface
  interface Question<T, E extends Exception> {

    T ask(MessinaClient client) throws E;
  }
}
