/** Sinks, which post the events of streams to URLs. */
@NullMarked
package io.messina.client.sink;

import org.jspecify.annotations.NullMarked;
