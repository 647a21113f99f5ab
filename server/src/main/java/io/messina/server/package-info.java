/** A whole server: all parts of a process, wired in one place. */
@NullMarked
package io.messina.server;

import org.jspecify.annotations.NullMarked;
