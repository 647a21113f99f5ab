/** A stream of Messina as a source: a split for each shard, its positions in the checkpoint. */
@NullMarked
package io.messina.flink.source;

import org.jspecify.annotations.NullMarked;
