/**
 * The vocabulary of sinks: where the events of a stream are posted to, how, and how that goes. Each
 * fact stands here once, with its bounds and its form in JSON.
 */
@NullMarked
package io.messina.api.sink;

import org.jspecify.annotations.NullMarked;
