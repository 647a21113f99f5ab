/** Tokens, which let clients in. */
@NullMarked
package io.messina.client.access;

import org.jspecify.annotations.NullMarked;
