package io.messina.cli.enrichments;

import io.messina.api.enrichment.EnrichmentName;
import io.messina.cli.remote.ServerAddress;
import io.messina.client.MessinaClient;
import io.messina.client.enrichment.EnrichmentClient;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An enrichment that a command is about, and the server that has it. */
public final class EnrichmentPlace {

  @Parameters(index = "0", paramLabel = "ENRICHMENT", description = "The name of the enrichment.")
  private @Nullable EnrichmentName name;

  @Mixin private final ServerAddress server = new ServerAddress();

  /** For picocli. */
  public EnrichmentPlace() {}

  <T> T ask(Function<EnrichmentClient, T> question) {
    try (MessinaClient client = server.connect()) {
      return question.apply(client.enrichment(Objects.requireNonNull(name).value()));
    }
  }
}
