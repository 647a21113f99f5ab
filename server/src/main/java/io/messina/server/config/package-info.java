/** The options of a server: their names, sentences, defaults and the sources of their values. */
@NullMarked
package io.messina.server.config;

import org.jspecify.annotations.NullMarked;
