/**
 * What is told of troubles that pass by themselves: each is logged when it begins, when it changes,
 * and when it is over, however often it is met meanwhile.
 */
@NullMarked
package io.messina.stream.trouble;

import org.jspecify.annotations.NullMarked;
