/**
 * List features: items with a time and a value per entity, newest first, with an index of values
 * beside them that is never out of step.
 */
@NullMarked
package io.messina.features.list;

import org.jspecify.annotations.NullMarked;
