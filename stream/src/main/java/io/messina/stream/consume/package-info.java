/** Consumers in a node's process: handlers of claimed events, and followers. */
@NullMarked
package io.messina.stream.consume;

import org.jspecify.annotations.NullMarked;
