/** The vocabulary of features and feeds: options, queries, and values. */
@NullMarked
package io.messina.api.feature;

import org.jspecify.annotations.NullMarked;
