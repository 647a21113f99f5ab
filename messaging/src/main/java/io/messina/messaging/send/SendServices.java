package io.messina.messaging.send;

import io.messina.messaging.MessageStreams;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.messaging.track.UnsubscribeLinks;
import io.messina.runtime.Context;

/**
 * What the senders of a process share.
 *
 * @param context of the process
 * @param streams of messages
 * @param shards how many the stream of a connector has, if it is new
 * @param endpoints which endpoints of webhooks fail
 * @param links by which recipients unsubscribe
 */
public record SendServices(
    Context context,
    MessageStreams streams,
    int shards,
    EndpointHealth endpoints,
    UnsubscribeLinks links) {}
