/** What is done with the time of a process, whatever clocks it has. */
@NullMarked
package io.messina.stream.time;

import org.jspecify.annotations.NullMarked;
