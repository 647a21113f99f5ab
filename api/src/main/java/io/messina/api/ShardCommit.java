package io.messina.api;

import java.util.Optional;

/** The progress of a follow group in a shard. */
public record ShardCommit(
    @Field("value of next in the answer of the read: the position after the last processed event")
        Position position,
    @Field(
            value =
                "run in the answer of the read; after a seek or purge a commit with an older run"
                    + " changes nothing",
            min = "0",
            max = "" + Integer.MAX_VALUE)
        Optional<Integer> run) {}
