package io.messina.messaging.node;

import io.messina.connectors.ConnectorFactory;
import io.messina.connectors.Secrets;
import java.net.URI;
import java.util.Optional;

/**
 * What messaging needs besides streams.
 *
 * @param shards how many the streams of messages have, if they are new
 * @param secrets finds what definitions refer to
 * @param connectors makes connectors
 * @param publicUrl where recipients and providers reach this server, without a slash at its end;
 *     empty if they do not
 */
public record MessagingSettings(
    int shards, Secrets secrets, ConnectorFactory connectors, Optional<URI> publicUrl) {}
