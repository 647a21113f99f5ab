package io.messina.cli.terminal;

/** The exit codes of commands. */
public final class ExitCodes {

  /** It is done. */
  public static final int SUCCESS = 0;

  /** It failed, and the sentence on stderr says why. */
  public static final int FAILURE = 1;

  /** The call was wrong: nothing was done. */
  public static final int WRONG_CALL = 2;

  /** The object of the command does not exist, for example a stream, a group or a message. */
  public static final int NOT_FOUND = 3;

  /** There is no server, or it has no room at the moment: the same may succeed later. */
  public static final int TRY_AGAIN = 4;

  private ExitCodes() {}
}
