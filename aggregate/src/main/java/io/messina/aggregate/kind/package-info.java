/** The aggregates that are there already. */
@NullMarked
package io.messina.aggregate.kind;

import org.jspecify.annotations.NullMarked;
