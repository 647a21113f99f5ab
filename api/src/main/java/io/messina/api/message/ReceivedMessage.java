package io.messina.api.message;

import io.messina.api.Field;
import java.time.Instant;

/**
 * A message from a person to a number of a connector: an event of the stream {@code
 * messages.received}, whose key is the sender.
 */
public record ReceivedMessage(
    @Field("connector that received it") String connector,
    @Field("channel") Channel channel,
    @Field("sender, with a + if the country is known") String from,
    @Field("number it was sent to, with a + if the country is known") String to,
    @Field("text, of a long one a part") String text,
    @Field("whether the sender wants no more messages") boolean optOut,
    @Field("time of arrival") Instant at) {}
