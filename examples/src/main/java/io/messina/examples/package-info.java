/**
 * Programs that show streams and groups, each on an embedded store in a separate folder, and
 * features, on a running server. Read them in this order: {@code AppendAndFollow}, {@code
 * ClaimAfterCrash}, {@code AtMostOnce}, {@code DeadLetterRedrive}, {@code RecentPages}, {@code
 * ClickProfiles}.
 */
@NullMarked
package io.messina.examples;

import org.jspecify.annotations.NullMarked;
