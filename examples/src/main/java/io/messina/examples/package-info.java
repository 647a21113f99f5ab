/**
 * Programs that show streams and groups, each on an embedded store in a folder of its own, and
 * features, on a server that runs. Read them in this order: {@code AppendAndFollow}, {@code
 * ClaimAfterCrash}, {@code AtMostOnce}, {@code DeadLetterRedrive}, {@code RecentPages}, {@code
 * ClickProfiles}.
 */
@NullMarked
package io.messina.examples;

import org.jspecify.annotations.NullMarked;
