/** How the API writes sizes and tables. */
@NullMarked
package io.messina.server.json;

import org.jspecify.annotations.NullMarked;
