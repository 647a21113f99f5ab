package io.messina.client.enrichment;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * An enrichment: a state for each key of a stream, from its oldest event on. Other fields than it
 * has begin its next generation, with no states, at the oldest event. Once it is deleted its states
 * are out of reach. Safe for use by many threads.
 */
public final class EnrichmentClient
    extends DefinitionClient<StateOptions, EnrichmentDefinition, EnrichmentReport> {

  /**
   * Makes a client for an enrichment, which need not exist yet; applications ask {@code
   * MessinaClient} for it.
   *
   * @param transport sends the requests
   * @param name the enrichment's name
   */
  @SuppressWarnings("exports") // no application can name it
  public EnrichmentClient(Transport transport, EnrichmentName name) {
    super(
        new Place<>(
            transport,
            Paths.ENRICHMENTS,
            name,
            EnrichmentDefinition.class,
            EnrichmentReport.class));
  }

  /**
   * The state of a key.
   *
   * @param key of events
   * @return its state, the last event that the state includes, and the plans of the node that
   *     answers for later events
   * @throws MessinaException.NotFound if the enrichment does not exist, or no event has the key
   */
  public KeyReport state(String key) {
    String path = place().path();
    // Not the path of the dead letters.
    String state = key.equals("dead-letters") ? path + "/%64ead-letters" : Paths.under(path, key);
    return read(state, KeyReport.class);
  }

  /**
   * The events that it has set aside, of its present generation.
   *
   * @return a client; no request is sent
   */
  public DeadLettersClient deadLetters() {
    return new DeadLettersClient(place().transport(), place().path());
  }
}
