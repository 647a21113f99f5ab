package io.messina.connectors;

import java.util.function.Consumer;

/**
 * Takes the receipts and replies that a provider sends over a connection of its connector, on many
 * threads. If a consumer throws, the provider sends the receipt or reply again, where the protocol
 * can.
 *
 * @param receipts takes receipts of messages
 * @param replies takes replies of people
 */
public record Inbox(Consumer<Receipt> receipts, Consumer<Reply> replies) {}
