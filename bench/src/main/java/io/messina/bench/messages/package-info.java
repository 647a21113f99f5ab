/**
 * Messages as a process accepts, routes and sends them, through real connectors to peers of its
 * own. Run by {@code bench messages}.
 */
@NullMarked
package io.messina.bench.messages;

import org.jspecify.annotations.NullMarked;
