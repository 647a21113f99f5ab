package io.messina.sink;

import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.api.sink.SinkTotals;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.Jobs;
import io.messina.runtime.job.RunningJob;
import io.messina.stream.follow.JobLetters;
import io.messina.stream.node.Streams;

/** The sinks, and the ones that run on this node. Safe for use by many threads. */
public final class Sinks implements AutoCloseable {

  private final Jobs<SinkOptions, SinkDefinition, RunningSink> jobs;

  private Sinks(Jobs<SinkOptions, SinkDefinition, RunningSink> jobs) {
    this.jobs = jobs;
  }

  /**
   * Begins to run sinks as the catalog says, and does not wait.
   *
   * @param context of the process; its store outlives them
   * @param streams of this node, on the same store
   * @param secrets finds the values to which their options refer, at each request
   * @param tracer of these requests
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   */
  public static Sinks start(Context context, Streams streams, Secrets secrets, SendTracer tracer) {
    Sinks sinks =
        new Sinks(new Jobs<>(context, new SinkJobKind(context, streams, secrets, tracer)));
    sinks.jobs.start();
    return sinks;
  }

  /**
   * The definitions of sinks. With other options one continues at its position.
   *
   * @return open as long as this is
   */
  public Jobs<SinkOptions, SinkDefinition, ? extends RunningJob> jobs() {
    return jobs;
  }

  /**
   * Returns the report of a sink on this node.
   *
   * @return whether it runs, and its counts
   */
  public SinkReport report(SinkDefinition definition) {
    JobReport<RunningSink> now = jobs.report(definition.name().value(), definition);
    return new SinkReport(
        definition,
        now.running().isPresent(),
        now.trouble(),
        now.lag(),
        now.running().map(it -> it.site().tally().read()).orElse(SinkTotals.NONE));
  }

  /**
   * The events that a sink has set aside.
   *
   * @return those of its present creation, and of the present stream
   * @throws RequestException.NotFound if the sink does not exist
   * @throws RequestException.Unavailable if it does not run on this node yet
   */
  public JobLetters deadLetters(SinkName name) {
    SinkSite site = jobs.running(name.value()).site();
    return new JobLetters(site.context().time(), site.letters(), new PostAgain(site));
  }

  /** Ends the sinks that run here. Repeating it changes nothing. */
  @Override
  public void close() {
    jobs.close();
  }
}
