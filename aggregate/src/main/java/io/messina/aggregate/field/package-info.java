/**
 * The fields that an aggregate uses of event payloads, by JSON pointers. A payload is parsed once,
 * and no further than needed.
 */
@NullMarked
package io.messina.aggregate.field;

import org.jspecify.annotations.NullMarked;
