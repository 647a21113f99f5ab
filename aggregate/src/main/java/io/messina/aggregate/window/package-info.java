/** Windows of event time. */
@NullMarked
package io.messina.aggregate.window;

import org.jspecify.annotations.NullMarked;
