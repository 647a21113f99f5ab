/** Puts the messaging of a process together. */
@NullMarked
package io.messina.messaging.node;

import org.jspecify.annotations.NullMarked;
