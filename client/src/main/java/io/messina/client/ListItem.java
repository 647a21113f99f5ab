package io.messina.client;

import java.time.Instant;

/**
 * An item of a list. Items of one time with different values stand side by side.
 *
 * @param value of the feature's type
 * @param time from 1970 to 2262-04-11T23:47:16.854775807Z, in nanoseconds
 */
public record ListItem(FeatureValue value, Instant time) {}
