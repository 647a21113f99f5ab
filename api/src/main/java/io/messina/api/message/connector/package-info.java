/**
 * Connectors to providers: how fast they send, what a message costs, how they read receipts, and
 * the routes that choose between them.
 */
@NullMarked
package io.messina.api.message.connector;

import org.jspecify.annotations.NullMarked;
