/**
 * The groups of a shard at its owner: claims, follows, dead letters. And those who consume in the
 * owner's own process.
 */
@NullMarked
package io.messina.stream.group;

import org.jspecify.annotations.NullMarked;
