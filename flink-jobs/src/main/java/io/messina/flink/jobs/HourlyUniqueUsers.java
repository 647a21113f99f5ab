package io.messina.flink.jobs;

import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.flink.sink.MessinaSink;
import io.messina.flink.source.MessinaSource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;
import org.jspecify.annotations.Nullable;

/**
 * A job of Apache Flink: how many users visited each page in each hour, from a stream of visits to
 * a stream of counts, each appended once. A visit has the page as its key and the user as its
 * payload. A first window passes each user of a page on once, a second one counts them, so that no
 * state is larger than a user's.
 */
public final class HourlyUniqueUsers {

  private static final Duration HOUR = Duration.ofHours(1);

  private HourlyUniqueUsers() {}

  /**
   * Counts the visits that exist when the job begins.
   *
   * @param arguments {@code --server} URL, {@code --visits} and {@code --counts} names of streams
   * @throws Exception if the job fails
   */
  public static void main(String[] arguments) throws Exception {
    ParameterTool given = ParameterTool.fromArgs(arguments);
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    Checkpoints.enable(job);
    build(
        job,
        URI.create(given.getRequired("server")),
        given.getRequired("visits"),
        given.getRequired("counts"));
    job.execute("hourly unique users");
  }

  /**
   * Adds the job's operators.
   *
   * @param job to which
   * @param server of both streams
   * @param visits name of the stream that is read
   * @param counts name of the stream that is written
   */
  public static void build(
      StreamExecutionEnvironment job, URI server, String visits, String counts) {
    TypeInformation<Tuple2<String, String>> pageAndUser = Types.TUPLE(Types.STRING, Types.STRING);
    job.fromSource(
            MessinaSource.of(server, visits, HourlyUniqueUsers::pageAndUser, pageAndUser)
                .untilNow(),
            WatermarkStrategy.<Tuple2<String, String>>forBoundedOutOfOrderness(
                Duration.ofMinutes(5)),
            "visits")
        .uid("visits")
        .keyBy(visit -> visit, pageAndUser)
        .window(TumblingEventTimeWindows.of(HOUR))
        .reduce((first, again) -> first)
        .uid("users")
        .keyBy(visit -> visit.f0)
        .window(TumblingEventTimeWindows.of(HOUR))
        .aggregate(new Count(), new CountOfPage())
        .uid("pages")
        .sinkTo(MessinaSink.of(server, counts, count -> NewEvent.of(Payload.text(count))))
        .uid("counts");
  }

  /** An event without a key is no visit, and is left out. */
  private static @Nullable Tuple2<String, String> pageAndUser(Event event) {
    return event.key().map(page -> Tuple2.of(page.text(), event.payload().text())).orElse(null);
  }

  /** Counts them. */
  private static final class Count
      implements AggregateFunction<Tuple2<String, String>, Long, Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(Tuple2<String, String> user, Long count) {
      return count + 1;
    }

    @Override
    public Long getResult(Long count) {
      return count;
    }

    @Override
    public Long merge(Long some, Long others) {
      return some + others;
    }
  }

  /** One line for each page and hour, as in {@code /home 2026-01-01T10:00:00Z 17}. */
  private static final class CountOfPage
      extends ProcessWindowFunction<Long, String, String, TimeWindow> {

    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        String page, Context context, Iterable<Long> users, Collector<String> lines) {
      Instant hour = Instant.ofEpochMilli(context.window().getStart());
      lines.collect(page + " " + hour + " " + users.iterator().next());
    }
  }
}
