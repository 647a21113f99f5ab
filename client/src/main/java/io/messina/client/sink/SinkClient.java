package io.messina.client.sink;

import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * A sink: the events of a stream are posted to a URL. With other options it goes on where it is.
 * Once it is deleted its dead letters are gone. Safe for use by many threads.
 */
public final class SinkClient extends DefinitionClient<SinkOptions, SinkDefinition, SinkReport> {

  /**
   * A sink, there or not; applications ask {@code MessinaClient} for it.
   *
   * @param transport sends the requests
   * @param name what it is called
   */
  @SuppressWarnings("exports") // no application can name it
  public SinkClient(Transport transport, SinkName name) {
    super(new Place<>(transport, Paths.SINKS, name, SinkDefinition.class, SinkReport.class));
  }

  /**
   * The events that it has set aside.
   *
   * @return asks nothing of the server
   */
  public DeadLettersClient deadLetters() {
    return new DeadLettersClient(place().transport(), place().path());
  }
}
