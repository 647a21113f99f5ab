package io.messina.api;

/** The end of an upgrade. */
public record FinishedUpgrade(
    @Field("number of the formats in which servers write from now on") int format) {}
