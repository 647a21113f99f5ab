/**
 * The vocabulary of the HTTP API, shared by servers, clients and the command line. Each fact is
 * stated once, with its bounds, its default and its form in JSON.
 *
 * <p>A record checks its values when it is made: it throws {@link io.messina.api.WireException}, or
 * another {@link IllegalArgumentException}, with one sentence. Reading a text, as in {@code parse},
 * does so too.
 */
@NullMarked
package io.messina.api;

import org.jspecify.annotations.NullMarked;
