/** How requests are sent and answers read. Exported to the client for features only. */
@NullMarked
package io.messina.client.internal;

import org.jspecify.annotations.NullMarked;
