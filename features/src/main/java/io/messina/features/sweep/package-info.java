/**
 * Gives back the space of deleted features and versions: walks over all lists and values, and
 * deletes those of creations that are there no more.
 */
@NullMarked
package io.messina.features.sweep;

import org.jspecify.annotations.NullMarked;
