/** Messages to people and endpoints: what is asked, and what became of it. */
@NullMarked
package io.messina.api.message;

import org.jspecify.annotations.NullMarked;
