/**
 * What the owner of a shard is asked, by which way nodes ask it, and what the parts of an owner
 * share: the fenced state, which all of them write together, and the timestamps of plain writes.
 */
@NullMarked
package io.messina.stream.owner;

import org.jspecify.annotations.NullMarked;
