/**
 * The wide-column store that everything in Messina stands on: the interface {@link
 * io.messina.store.Store} and its vocabulary. An engine implements the interface; whoever uses it
 * declares {@link io.messina.store.Table tables} as constants.
 */
@NullMarked
package io.messina.store;

import org.jspecify.annotations.NullMarked;
