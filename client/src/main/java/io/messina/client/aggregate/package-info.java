/** Aggregates by configuration, and their rows. */
@NullMarked
package io.messina.client.aggregate;

import org.jspecify.annotations.NullMarked;
