/** Sending requests and reading answers. Exported to the client for features only. */
@NullMarked
package io.messina.client.internal;

import org.jspecify.annotations.NullMarked;
