/**
 * The command {@code messina}: one class per subcommand. Only the parts for a terminal are in this
 * module; the work is done in the modules below.
 */
@NullMarked
package io.messina.cli;

import org.jspecify.annotations.NullMarked;
