/** Who wants no messages any more, or cannot get any. */
@NullMarked
package io.messina.messaging.suppression;

import org.jspecify.annotations.NullMarked;
