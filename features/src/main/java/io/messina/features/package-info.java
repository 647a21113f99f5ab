/**
 * Names, keys and typed values of the feature store, and its catalog: the definitions of features,
 * versions and feeds, which are kept under a fence and which each node remembers for a second.
 */
@NullMarked
package io.messina.features;

import org.jspecify.annotations.NullMarked;
