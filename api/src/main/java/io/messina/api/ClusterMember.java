package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A node of a cluster, as the node that was asked knows it. */
public record ClusterMember(
    @Field("address at which the other nodes reach it, which is its name") String address,
    @Field("state by its beats") MemberState state,
    @Field("whether it owns shards at all; a gateway does not") boolean takesShards,
    @Field("number of shards that it owns, as it says; absent if it did not answer")
        Optional<Integer> shards,
    @Field("shards that it could not serve and that others should take, as in edits/3")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> declined,
    @Field("number of the newest formats that it knows") int newestFormat,
    @Field("time since a beat of it was last seen") Duration silent,
    @Field("URL of its HTTP API, as it listens; absent if it did not answer or has none")
        Optional<String> url,
    @Field("version of the server; absent if it did not answer or is none")
        Optional<String> version,
    @Field("reason why it did not answer; absent if it did") Optional<String> trouble) {}
