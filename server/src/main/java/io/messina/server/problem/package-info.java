/**
 * The answer to a request that fails: {@code application/problem+json} with a stable code, a
 * sentence, and what to do.
 */
@NullMarked
package io.messina.server.problem;

import org.jspecify.annotations.NullMarked;
