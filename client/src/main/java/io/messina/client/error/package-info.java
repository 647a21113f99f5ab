/**
 * Failures, and the policy of trying requests again. All methods throw {@link
 * io.messina.client.error.MessinaException}.
 */
@NullMarked
package io.messina.client.error;

import org.jspecify.annotations.NullMarked;
