package io.messina.testkit.simulation;

/**
 * A stretch of an actor's work, up to where it waits again.
 *
 * @param actor whose
 * @param continuation does the work
 */
record Turn(Actor actor, Runnable continuation) {}
