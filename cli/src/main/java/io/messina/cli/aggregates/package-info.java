/** The command {@code messina aggregate}: aggregates by configuration and their rows. */
@NullMarked
package io.messina.cli.aggregates;

import org.jspecify.annotations.NullMarked;
