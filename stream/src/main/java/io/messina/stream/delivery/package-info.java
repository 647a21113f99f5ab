/**
 * The delivery state of one claim group on one shard: which worker holds which event, and which
 * events wait or are finished. A pure state machine without threads, clocks or I/O; the owner of
 * the shard drives it and carries out its effects.
 */
@NullMarked
package io.messina.stream.delivery;

import org.jspecify.annotations.NullMarked;
