package io.messina.api;

/** The new position of a group. */
public record Seek(@Field("where the group continues: earliest, latest, or a time") Start to) {}
