package io.messina.server;

import io.messina.server.access.AdminToken;
import io.messina.server.aggregates.LocalAggregates;
import io.messina.server.config.Configuration;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import io.messina.server.database.Database;
import io.messina.server.http.MessinaServer;
import io.messina.server.http.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * One of the checks of options with which a start begins. None needs the store, and none changes
 * anything.
 *
 * @param name of what it looks at
 * @param warnings makes it, and gives sentences about what is allowed, but hardly meant; throws
 *     {@link io.messina.server.config.ConfigurationException} where the server refuses to start
 */
public record StartCheck(String name, Supplier<List<String>> warnings) {

  /** All of them, each of which is yet to be made. */
  public static List<StartCheck> of(Configuration configuration) {
    return List.of(
        new StartCheck("server", () -> MessinaServer.checkFiles(ServerSettings.of(configuration))),
        new StartCheck("tokens", () -> AdminToken.check(configuration)),
        new StartCheck("secrets", () -> OptionFiles.checkSecrets(configuration)),
        new StartCheck("options", () -> Database.check(configuration)),
        of("aggregates", () -> LocalAggregates.check(configuration)),
        of("traces", () -> AskedTracer.in(System.getenv()).close()),
        of("access-log", () -> checkAccessLog(configuration)));
  }

  /**
   * Makes all of them.
   *
   * @return a sentence for each thing that is allowed, but hardly meant
   * @throws io.messina.server.config.ConfigurationException where the server refuses to start
   */
  public static List<String> warnings(Configuration configuration) {
    return of(configuration).stream().flatMap(check -> check.warnings().get().stream()).toList();
  }

  private static StartCheck of(String name, Runnable check) {
    return new StartCheck(
        name,
        () -> {
          check.run();
          return List.of();
        });
  }

  private static void checkAccessLog(Configuration configuration) {
    configuration
        .find(Options.ACCESS_LOG)
        .filter(place -> !place.equals(Options.STANDARD_OUTPUT))
        .ifPresent(place -> OptionFiles.checkFile(Options.ACCESS_LOG, Path.of(place)));
  }
}
