/** Events, as they are appended and read, and what they carry. */
@NullMarked
package io.messina.client.event;

import org.jspecify.annotations.NullMarked;
