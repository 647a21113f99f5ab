/** Aggregates by configuration over HTTP: their definitions, progress and rows. */
@NullMarked
package io.messina.server.aggregates;

import org.jspecify.annotations.NullMarked;
