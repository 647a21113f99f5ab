package io.messina.cassandra;

import java.io.IOException;
import java.util.List;

/** Main of a process, as Maven is one, that runs users of a shared node until it is killed. */
final class ParentOfUsers {

  private ParentOfUsers() {}

  /** Runs one user for each line that it reads, and tells what that tells. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> command = List.of(arguments);
    while (System.in.read() >= 0) {
      Process user =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      System.out.println(user.inputReader().readLine());
      user.getOutputStream().close();
      var _ = user.waitFor();
    }
  }
}
