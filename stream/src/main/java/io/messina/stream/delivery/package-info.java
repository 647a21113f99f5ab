/**
 * The delivery state of one claim group on one shard: who holds which event, what waits, what is
 * finished. A pure state machine without threads, clocks or I/O; the owner of the shard drives it
 * and carries out what it asks for.
 */
@NullMarked
package io.messina.stream.delivery;

import org.jspecify.annotations.NullMarked;
