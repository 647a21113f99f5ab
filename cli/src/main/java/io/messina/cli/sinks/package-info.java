/** Commands about sinks, which post the events of streams to URLs. */
@NullMarked
package io.messina.cli.sinks;

import org.jspecify.annotations.NullMarked;
