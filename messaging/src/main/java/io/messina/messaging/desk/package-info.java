/** What people do about recipients that get nothing, and about webhooks that were not taken. */
@NullMarked
package io.messina.messaging.desk;

import org.jspecify.annotations.NullMarked;
