/**
 * Definitions of streams, features and whatever else is defined once for all nodes: how they are
 * stored, changed and watched.
 */
@NullMarked
package io.messina.runtime.definition;

import org.jspecify.annotations.NullMarked;
