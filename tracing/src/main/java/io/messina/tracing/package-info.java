/**
 * Spans of the requests of a server, by OpenTelemetry. A server loads this package only if the
 * variables of OpenTelemetry ask for traces.
 */
@NullMarked
package io.messina.tracing;

import org.jspecify.annotations.NullMarked;
