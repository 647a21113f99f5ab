/**
 * Connectors to providers: their pace, prices and receipts, and the routes that choose among them.
 */
@NullMarked
package io.messina.api.message.connector;

import org.jspecify.annotations.NullMarked;
