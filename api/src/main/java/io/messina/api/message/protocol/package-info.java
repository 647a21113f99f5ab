/** The protocols that connectors speak, HTTP, SMPP, SMTP and webhooks, and their limits. */
@NullMarked
package io.messina.api.message.protocol;

import org.jspecify.annotations.NullMarked;
