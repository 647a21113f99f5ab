/**
 * Messages as a process accepts, routes and sends them, through real connectors to peers in the
 * same process. Run by {@code bench messages}.
 */
@NullMarked
package io.messina.bench.messages;

import org.jspecify.annotations.NullMarked;
