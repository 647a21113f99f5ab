/** The vocabulary of tokens: scopes, options and reports. */
@NullMarked
package io.messina.api.access;

import org.jspecify.annotations.NullMarked;
