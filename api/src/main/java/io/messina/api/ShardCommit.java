package io.messina.api;

import java.util.Optional;

/**
 * How far a group that follows is in a shard.
 *
 * @param position behind the last event that is done
 * @param run of the read that gave the position: after a seek or a purge, the commit changes
 *     nothing; empty to commit in any run
 */
public record ShardCommit(
    @Field("what the read called next") Position position,
    @Field(
            value = "the run of the read that gave the position: after a seek, it changes nothing",
            min = "0",
            max = "" + Integer.MAX_VALUE)
        Optional<Integer> run) {}
