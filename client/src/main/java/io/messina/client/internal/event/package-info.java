/** Events in requests and answers. Not exported. */
@NullMarked
package io.messina.client.internal.event;

import org.jspecify.annotations.NullMarked;
