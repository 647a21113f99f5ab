/**
 * The command {@code messina}: one class per subcommand. Only what a terminal needs is here; the
 * work is done below.
 */
@NullMarked
package io.messina.cli;

import org.jspecify.annotations.NullMarked;
