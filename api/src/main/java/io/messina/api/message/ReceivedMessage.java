package io.messina.api.message;

import io.messina.api.Field;
import java.time.Instant;

/**
 * What somebody has written to one of the numbers of a connector: an event of the stream {@code
 * messages.received}, whose key is the sender.
 *
 * @param connector through whose provider it came
 * @param channel by which kind of way
 * @param from who has written, with a + where the country is known
 * @param to the number that was written to, likewise
 * @param text what was written, of a long text one part
 * @param optOut whether it says that its sender wants no more
 * @param at when it came
 */
public record ReceivedMessage(
    @Field("through whose provider it came") String connector,
    @Field("by which kind of way") Channel channel,
    @Field("who has written") String from,
    @Field("to which number") String to,
    @Field("what was written") String text,
    @Field("whether its sender wants no more") boolean optOut,
    @Field("when it came") Instant at) {}
