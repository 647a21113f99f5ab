/**
 * The definitions of streams and groups, stored under a fence and cached by each node for a second.
 */
@NullMarked
package io.messina.stream.catalog;

import org.jspecify.annotations.NullMarked;
