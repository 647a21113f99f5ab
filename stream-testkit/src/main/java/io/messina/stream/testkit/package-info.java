/**
 * Servers of a simulation, which crash, hang and are cut off, and are started again. What is built
 * on streams runs on them in tests.
 */
@NullMarked
package io.messina.stream.testkit;

import org.jspecify.annotations.NullMarked;
