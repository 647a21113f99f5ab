/** Sinks over HTTP: their definitions, progress and dead letters. */
@NullMarked
package io.messina.server.sinks;

import org.jspecify.annotations.NullMarked;
