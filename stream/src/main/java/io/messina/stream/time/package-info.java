/** How threads wait: to the end of a time, and for answers. And how moments are counted. */
@NullMarked
package io.messina.stream.time;

import org.jspecify.annotations.NullMarked;
