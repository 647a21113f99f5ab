/** Messages, and their accounts, connectors and routes, over HTTP. */
@NullMarked
package io.messina.server.messages;

import org.jspecify.annotations.NullMarked;
