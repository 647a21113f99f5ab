/**
 * How the API writes and reads JSON: times, durations, sizes, events, and the fields of requests.
 */
@NullMarked
package io.messina.server.json;

import org.jspecify.annotations.NullMarked;
