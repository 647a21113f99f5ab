/**
 * The command that loads files into streams. Batches are numbered, so that a load that broke off is
 * run again without storing anything twice.
 */
@NullMarked
package io.messina.cli.load;

import org.jspecify.annotations.NullMarked;
