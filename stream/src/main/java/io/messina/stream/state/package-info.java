/**
 * What the parts of a shard's owner share: its fenced state, which all of them write together, and
 * the timestamps of its plain writes.
 */
@NullMarked
package io.messina.stream.state;

import org.jspecify.annotations.NullMarked;
