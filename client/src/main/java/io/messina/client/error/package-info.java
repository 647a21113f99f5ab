/**
 * What can go wrong, and how often a request is tried again. {@link
 * io.messina.client.error.MessinaException} is what all methods throw.
 */
@NullMarked
package io.messina.client.error;

import org.jspecify.annotations.NullMarked;
