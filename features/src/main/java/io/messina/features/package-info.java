/**
 * The vocabulary of the feature store: names, typed values, and what a feature is like. The parts
 * that work on them stand in packages of their own.
 */
@NullMarked
package io.messina.features;

import org.jspecify.annotations.NullMarked;
