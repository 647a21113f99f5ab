/**
 * What streams and groups there are: their definitions, kept under a fence, and remembered by each
 * node for a second.
 */
@NullMarked
package io.messina.stream.catalog;

import org.jspecify.annotations.NullMarked;
