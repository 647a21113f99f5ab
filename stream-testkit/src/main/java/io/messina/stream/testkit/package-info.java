/**
 * Servers of a simulation, which crash, hang and are cut off, and are started again. Programs that
 * are built on streams run on them in tests.
 */
@NullMarked
package io.messina.stream.testkit;

import org.jspecify.annotations.NullMarked;
