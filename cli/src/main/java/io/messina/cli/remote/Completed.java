package io.messina.cli.remote;

import picocli.CommandLine;

/** A command that adds options and parameters which are not annotated, such as those of records. */
public interface Completed {

  /** Adds them, before the command is used. */
  void complete(CommandLine command);
}
