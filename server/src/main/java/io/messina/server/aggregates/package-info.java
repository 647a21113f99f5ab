/** Aggregates by configuration over HTTP: what they make, how they go, and their rows. */
@NullMarked
package io.messina.server.aggregates;

import org.jspecify.annotations.NullMarked;
