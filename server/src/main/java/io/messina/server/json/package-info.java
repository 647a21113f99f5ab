/** Sizes and tables as the API writes them. */
@NullMarked
package io.messina.server.json;

import org.jspecify.annotations.NullMarked;
