package io.messina.messaging.node;

import io.messina.connectors.ConnectorFactory;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import java.net.URI;
import java.util.Optional;

/**
 * The settings of messaging.
 *
 * @param shards of new streams of messages
 * @param secrets finds the secrets that definitions refer to
 * @param publicUrl the URL of this server for recipients and providers, without a slash at its end;
 *     empty if they cannot reach it
 * @param tracer of the calls of connectors
 */
public record MessagingSettings(
    int shards,
    Secrets secrets,
    ConnectorFactory connectors,
    Optional<URI> publicUrl,
    SendTracer tracer) {}
