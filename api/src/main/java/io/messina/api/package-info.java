/**
 * The vocabulary of the HTTP API: what servers, clients and the command line say to each other.
 * Each fact stands here once, with its bounds, its default and its form in JSON.
 */
@NullMarked
package io.messina.api;

import org.jspecify.annotations.NullMarked;
