/** The vocabulary of sinks: options and reports. */
@NullMarked
package io.messina.api.sink;

import org.jspecify.annotations.NullMarked;
