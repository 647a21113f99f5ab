/** Scalar features: per entity the one value with the newest event time. */
@NullMarked
package io.messina.features.scalar;

import org.jspecify.annotations.NullMarked;
