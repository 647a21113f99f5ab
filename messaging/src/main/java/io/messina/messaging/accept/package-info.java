/** Accepts messages: what was accepted is complete, was checked, and is durable. */
@NullMarked
package io.messina.messaging.accept;

import org.jspecify.annotations.NullMarked;
