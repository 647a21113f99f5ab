package io.messina.client.enrichment;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.client.error.MessinaException;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.internal.Call;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * An enrichment. Methods wait for the answer and throw a {@link MessinaException} if it is not
 * good; an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for
 * use by many threads.
 */
public final class EnrichmentClient {

  private final Transport transport;
  private final EnrichmentName name;
  private final String path;
  private final Condition condition;

  /**
   * An enrichment, there or not; applications ask {@link io.messina.client.MessinaClient} for it.
   *
   * @param transport sends the requests
   * @param name what it is called
   */
  @SuppressWarnings("exports") // no application can name it
  public EnrichmentClient(Transport transport, EnrichmentName name) {
    this(transport, name, Condition.NONE);
  }

  private EnrichmentClient(Transport transport, EnrichmentName name, Condition condition) {
    this.transport = transport;
    this.name = name;
    this.path = Paths.under(Paths.ENRICHMENTS, name);
    this.condition = condition;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public String name() {
    return name.value();
  }

  /**
   * The same enrichment, which {@link #create} and {@link #delete} leave alone if its definition
   * has another tag by now: they fail with {@link MessinaException.Refused} and the code {@code
   * precondition_failed}. They are tried again only if they were not begun.
   *
   * @param tag of the definition that was read, as {@link EnrichmentDefinition#tag} has it
   * @return asks nothing of the server
   */
  public EnrichmentClient ifMatch(String tag) {
    return new EnrichmentClient(transport, name, Condition.tag(tag));
  }

  /**
   * The same enrichment, which {@link #create} leaves alone if it is there: it fails as {@link
   * #ifMatch} tells.
   *
   * @return asks nothing of the server
   */
  public EnrichmentClient ifAbsent() {
    return new EnrichmentClient(transport, name, Condition.ABSENT);
  }

  /**
   * Makes a state for each key of a stream, from its oldest event on. Other fields than it has
   * begin its next generation, with no states, at the oldest event.
   *
   * @param options what it does
   * @return as it is now
   */
  public EnrichmentDefinition create(StateOptions options) {
    return transport.send(
        condition.on(Call.put(path, JsonBodies.record(options))), EnrichmentDefinition.class);
  }

  /**
   * What it does, and how it goes on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound if it is not there
   */
  public EnrichmentReport get() {
    return transport.send(Call.get(path), EnrichmentReport.class);
  }

  /**
   * The state of a key.
   *
   * @param key of events
   * @return its state, up to which event it is, and what the node that answers does with later ones
   * @throws MessinaException.NotFound if the enrichment is not there, or no event has the key
   */
  public KeyReport state(String key) {
    // Not the path of the dead letters.
    String place = key.equals("dead-letters") ? path + "/%64ead-letters" : Paths.under(path, key);
    return transport.send(Call.get(place), KeyReport.class);
  }

  /**
   * The events that it has set aside, of its present generation.
   *
   * @return asks nothing of the server
   */
  public DeadLettersClient deadLetters() {
    return new DeadLettersClient(transport, path);
  }

  /**
   * Ends it; its states are out of reach then. Tried again only if nothing was done, so that an
   * enrichment that was created anew meanwhile goes on.
   *
   * @throws MessinaException.NotFound if it is not there
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }
}
