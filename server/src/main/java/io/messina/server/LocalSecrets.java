package io.messina.server;

import io.messina.connectors.configured.SecretBounds;
import io.messina.connectors.configured.SystemSecrets;
import io.messina.server.config.Auth;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The secrets of this machine that definitions may refer to. Where tokens tell people apart, only
 * those that the options open: else whoever may write a definition had them all.
 */
final class LocalSecrets {

  private LocalSecrets() {}

  static SystemSecrets of(Configuration configuration, Map<String, String> environment) {
    boolean isOpen = configuration.get(Options.AUTH) == Auth.OFF;
    return new SystemSecrets(
        new SecretBounds(
            name ->
                !name.startsWith(Configuration.VARIABLE_PREFIX)
                    && configuration
                        .find(Options.SECRETS_ENV)
                        .map(opened -> opened.has(name))
                        .orElse(isOpen),
            configuration.find(Options.SECRETS),
            isOpen,
            Stream.concat(configuration.file().stream(), configuration.secretFiles().stream())
                .toList()),
        environment);
  }
}
