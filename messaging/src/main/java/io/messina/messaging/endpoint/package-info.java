/** How endpoints of webhooks are: since when they fail, and whether they are given up. */
@NullMarked
package io.messina.messaging.endpoint;

import org.jspecify.annotations.NullMarked;
