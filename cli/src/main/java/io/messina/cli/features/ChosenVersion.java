package io.messina.cli.features;

import io.messina.client.features.ListClient;
import io.messina.client.features.ValuesClient;
import picocli.CommandLine.Option;

/** Which version of a feature's contents a command is about. */
final class ChosenVersion {

  private static final String LATEST = "latest";

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description =
          "Which version of the feature; 'latest' for the one that was last marked complete. The"
              + " first one unless given.")
  private String version = "";

  ListClient of(ListClient lists) {
    return version.equals(LATEST) ? lists.inLatest() : lists.in(version);
  }

  ValuesClient of(ValuesClient values) {
    return version.equals(LATEST) ? values.inLatest() : values.in(version);
  }

  boolean isLatest() {
    return version.equals(LATEST);
  }
}
