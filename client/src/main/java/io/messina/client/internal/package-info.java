/** How requests are sent and answers read. Not exported: nothing here is for users. */
@NullMarked
package io.messina.client.internal;

import org.jspecify.annotations.NullMarked;
