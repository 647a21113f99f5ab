package io.messina.sink;

import io.messina.api.Wire;
import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.job.JobKind;
import io.messina.stream.node.Streams;

/**
 * Sinks. One continues at its position with other options.
 *
 * @param context of the process
 * @param streams where events come from
 * @param secrets finds the values to which options refer
 * @param tracer of their requests
 */
record SinkJobKind(Context context, Streams streams, Secrets secrets, SendTracer tracer)
    implements JobKind<SinkOptions, SinkDefinition, RunningSink> {

  /** The beginning of the names of their groups. */
  static final String GROUPS = "sink";

  @Override
  public RequestException.NotFound.Kind missing() {
    return RequestException.NotFound.Kind.SINK;
  }

  @Override
  public boolean keepsGeneration() {
    return true;
  }

  @Override
  public void checkStream(SinkOptions options) {
    var _ = streams.stream(options.stream());
  }

  @Override
  public SinkOptions check(String name, SinkOptions options, Generations<SinkDefinition> standing) {
    checkStream(options);
    try {
      Poster.check(options);
    } catch (IllegalArgumentException e) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS, String.valueOf(e.getMessage()));
    }
    return options;
  }

  @Override
  public String write(SinkOptions options) {
    return Wire.write(options);
  }

  @Override
  public SinkDefinition read(Definition row) {
    return new SinkDefinition(
        new SinkName(row.name()),
        row.generation(),
        Wire.read(row.json(), SinkOptions.class),
        GenerationCatalog.tag(row));
  }

  @Override
  public SinkOptions options(SinkDefinition definition) {
    return definition.options();
  }

  @Override
  public String stream(SinkOptions options) {
    return options.stream().value();
  }

  @Override
  public RunningSink begin(SinkDefinition definition, Generations<SinkDefinition> standing) {
    return RunningSink.start(context, streams, secrets, tracer, definition);
  }

  @Override
  public void deleteLeftovers(Generations<SinkDefinition> standing) {
    streams.deleteGroups(GROUPS, standing::isOver);
  }
}
