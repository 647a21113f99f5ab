/**
 * What features, versions and feeds there are: kept under a fence, and remembered by each node for
 * a second.
 */
@NullMarked
package io.messina.features.catalog;

import org.jspecify.annotations.NullMarked;
