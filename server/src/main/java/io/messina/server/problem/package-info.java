/**
 * The answer to a request that fails: {@code application/problem+json} with a stable code, a
 * sentence and a remedy.
 */
@NullMarked
package io.messina.server.problem;

import org.jspecify.annotations.NullMarked;
