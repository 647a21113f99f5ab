package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.message.protocol.HttpLimits;
import java.util.Map;

/** Options of a sink: it posts the events of a stream to a URL, in the order of each shard. */
public record SinkOptions(
    @Field("stream whose events are posted; fixed at creation") StreamName stream,
    @JsonUnwrapped SinkRequest request,
    @JsonUnwrapped SinkPace pace,
    @JsonUnwrapped HttpLimits limits,
    @Field(value = "where a new sink begins: earliest, latest, or a time", otherwise = "earliest")
        Start start)
    implements SinkOptionsWithers {

  /**
   * A sink that posts all events, a line of JSON each, to a public address.
   *
   * @param stream whose events are posted
   * @param url where to
   */
  public static SinkOptions of(StreamName stream, String url) {
    return Wire.of(SinkOptions.class, Map.of("stream", stream, "url", url));
  }
}
