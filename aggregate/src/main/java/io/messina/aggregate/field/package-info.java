/**
 * The fields that an aggregate takes from the payloads of events, by JSON pointers. A payload is
 * parsed once, and no further than needed.
 */
@NullMarked
package io.messina.aggregate.field;

import org.jspecify.annotations.NullMarked;
