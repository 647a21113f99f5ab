/**
 * Groups of consumers: claiming and acknowledging, workers that do both, following, dead letters.
 * Begin with {@link io.messina.client.group.ClaimWorker}.
 */
@NullMarked
package io.messina.client.group;

import org.jspecify.annotations.NullMarked;
