/** Usage and the progress of campaigns: counted from the history of messages, each message once. */
@NullMarked
package io.messina.messaging.usage;

import org.jspecify.annotations.NullMarked;
