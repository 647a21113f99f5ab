/** The consumer groups of one shard at its owner: claims and follows, with their dead letters. */
@NullMarked
package io.messina.stream.group;

import org.jspecify.annotations.NullMarked;
