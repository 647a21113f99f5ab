/** Routes about tokens. */
@NullMarked
package io.messina.server.tokens;

import org.jspecify.annotations.NullMarked;
