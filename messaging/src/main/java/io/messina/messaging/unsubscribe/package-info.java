/** Links by which recipients of campaigns end them. */
@NullMarked
package io.messina.messaging.unsubscribe;

import org.jspecify.annotations.NullMarked;
