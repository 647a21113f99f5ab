/** Messages to people and endpoints: their content, recipients, events and states. */
@NullMarked
package io.messina.api.message;

import org.jspecify.annotations.NullMarked;
