package io.messina.cli.terminal;

import java.io.PrintWriter;

/**
 * Shows a text that changes: on a terminal each text in the place of the one before, elsewhere one
 * below the other, with an empty line between them.
 */
public final class Screen {

  private static final String HOME_AND_ERASE = "\033[H\033[2J";

  private final PrintWriter out;
  private final boolean terminal;
  private boolean begun;

  Screen(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * Shows it on stdout.
   *
   * @param stdout where it leads, terminal or not, the launcher has told
   * @return nothing shown yet
   */
  public static Screen on(PrintWriter stdout) {
    return new Screen(stdout, Boolean.getBoolean(Progress.STDOUT_IS_TERMINAL));
  }

  /**
   * Shows a text.
   *
   * @param lines of the text
   */
  public void show(String lines) {
    if (terminal) {
      out.print(HOME_AND_ERASE);
    } else if (begun) {
      out.println();
    }
    begun = true;
    out.println(lines);
    out.flush();
  }
}
