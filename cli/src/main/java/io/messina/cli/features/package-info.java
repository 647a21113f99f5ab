/**
 * Commands about features: their definitions, the lists and values of entities, and the feeds that
 * fill them from streams.
 */
@NullMarked
package io.messina.cli.features;

import org.jspecify.annotations.NullMarked;
