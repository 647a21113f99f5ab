/** The built-in aggregates. */
@NullMarked
package io.messina.aggregate.kind;

import org.jspecify.annotations.NullMarked;
