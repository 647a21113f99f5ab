/** Messages: sending them, what became of them, and what they go by. */
@NullMarked
package io.messina.client.message;

import org.jspecify.annotations.NullMarked;
