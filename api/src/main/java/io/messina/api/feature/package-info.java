/**
 * The vocabulary of features and feeds: what they are, and what is in them. Each fact stands here
 * once, with its bounds and its form in JSON.
 */
@NullMarked
package io.messina.api.feature;

import org.jspecify.annotations.NullMarked;
