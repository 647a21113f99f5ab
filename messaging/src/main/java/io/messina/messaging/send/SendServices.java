package io.messina.messaging.send;

import io.messina.connectors.SendTracer;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.messaging.track.UnsubscribeLinks;
import io.messina.runtime.Context;

/**
 * The services that the senders of a process share.
 *
 * @param shards of a new stream of a connector
 * @param endpoints the health of endpoints of webhooks
 * @param tracer of the calls of connectors
 */
public record SendServices(
    Context context,
    MessageStreams streams,
    int shards,
    EndpointHealth endpoints,
    UnsubscribeLinks links,
    SendTracer tracer) {}
