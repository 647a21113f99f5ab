/**
 * The contents of features. A list has items with a time and a value for each entity, newest first,
 * and an index of values beside them, which a batch always changes together with the items. A
 * scalar has for each entity the one value with the newest event time. A sweep deletes the contents
 * of deleted features.
 */
@NullMarked
package io.messina.features.contents;

import org.jspecify.annotations.NullMarked;
