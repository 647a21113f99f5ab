/** Templates of messages, and how a message looks that is made of one. */
@NullMarked
package io.messina.api.message.template;

import org.jspecify.annotations.NullMarked;
