package io.messina.connectors;

import java.util.function.Consumer;

/**
 * Where goes what a provider sends by a connection of its connector, on many threads. What a
 * consumer throws makes the provider send it again, where the protocol can.
 *
 * @param receipts takes what becomes of messages
 * @param replies takes what people write
 */
public record Inbox(Consumer<Receipt> receipts, Consumer<Reply> replies) {}
