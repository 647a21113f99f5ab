/** Messages, and the accounts, connectors and routes by which they go, over HTTP. */
@NullMarked
package io.messina.server.messages;

import org.jspecify.annotations.NullMarked;
