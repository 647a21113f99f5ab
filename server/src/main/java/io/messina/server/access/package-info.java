/** Who may ask for what: tokens, their scopes, and how much each may send. */
@NullMarked
package io.messina.server.access;

import org.jspecify.annotations.NullMarked;
