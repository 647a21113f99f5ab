/**
 * The base of tests of everything that uses a {@link io.messina.store.Store}: {@link
 * io.messina.testkit.SimulatedStore}, a store in memory that fails in every way its interface
 * allows, and {@link io.messina.testkit.Seeds} to try it with.
 */
@NullMarked
package io.messina.testkit;

import org.jspecify.annotations.NullMarked;
