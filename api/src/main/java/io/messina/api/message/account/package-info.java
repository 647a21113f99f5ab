/** Accounts, which send messages, and the recipients that they may not send to. */
@NullMarked
package io.messina.api.message.account;

import org.jspecify.annotations.NullMarked;
