/** The options of a server: what there is, what each means, and where its value comes from. */
@NullMarked
package io.messina.server.config;

import org.jspecify.annotations.NullMarked;
