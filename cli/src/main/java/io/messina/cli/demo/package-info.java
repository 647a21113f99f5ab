/**
 * The demo: a real day of Wikipedia edits, written durably to the embedded store and read back. It
 * shows what exists so far and checks it.
 */
@NullMarked
package io.messina.cli.demo;

import org.jspecify.annotations.NullMarked;
