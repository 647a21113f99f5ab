package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import io.messina.api.message.protocol.HttpLimits;
import java.util.Map;
import java.util.Optional;

/**
 * What a sink does: it posts the events of a stream to a URL, those of a shard in their order.
 *
 * @param stream whose events are posted; it stays
 * @param request what is sent, and where to
 * @param pace how much at a time
 * @param limits how many requests at the same time, how long, and whether to private addresses
 * @param start with which event a new sink begins
 */
public record SinkOptions(
    @Field("the stream whose events are posted; for ever") StreamName stream,
    @JsonUnwrapped SinkRequest request,
    @JsonUnwrapped SinkPace pace,
    @JsonUnwrapped HttpLimits limits,
    @Field(
            value = "with which event a new sink begins: earliest, latest, or a time",
            otherwise = "earliest")
        Start start)
    implements SinkOptionsWithers {

  /**
   * A sink that posts all events, a line of JSON each, to a public address.
   *
   * @param stream whose events are posted
   * @param url where to
   * @return the options
   * @throws WireException if it is no URL
   */
  public static SinkOptions of(StreamName stream, String url) {
    return new SinkOptions(
        stream,
        new SinkRequest(url, SinkFormat.NDJSON, Map.of(), Map.of(), Optional.empty()),
        SinkPace.DEFAULT,
        HttpLimits.DEFAULT,
        Start.earliest());
  }
}
