/** Sinks over HTTP: what they do, how they go, and what they have set aside. */
@NullMarked
package io.messina.server.sinks;

import org.jspecify.annotations.NullMarked;
