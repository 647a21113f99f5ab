/** Events, as they are appended and read, and their payloads. */
@NullMarked
package io.messina.client.event;

import org.jspecify.annotations.NullMarked;
