/**
 * Definitions of streams, features and all other objects that are defined once for all nodes: how
 * they are stored, changed and watched.
 */
@NullMarked
package io.messina.runtime.definition;

import org.jspecify.annotations.NullMarked;
