package io.messina.messaging.send;

import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.messaging.recipient.Endpoints;
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
public record SendSite(
    Context context,
    MessageStreams streams,
    int shards,
    Endpoints endpoints,
    UnsubscribeLinks links)
    implements MessagingSite {}
