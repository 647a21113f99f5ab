/**
 * A world of simulated machines in one thread: {@link io.messina.testkit.simulation.Simulation}
 * runs the threads of its nodes one at a time in an order drawn from a seed, and time passes only
 * when all of them wait. The same seed gives the same history, even on a busy machine.
 */
@NullMarked
package io.messina.testkit.simulation;

import org.jspecify.annotations.NullMarked;
