package io.messina.cli;

import io.messina.server.config.ServerVersion;
import picocli.CommandLine.IVersionProvider;

/** The version of the command, which is that of the server in it. */
final class BuildVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"messina " + ServerVersion.TEXT};
  }
}
