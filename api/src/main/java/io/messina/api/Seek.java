package io.messina.api;

/**
 * Where a group is moved.
 *
 * @param to where it goes on
 */
public record Seek(@Field("where the group goes on: earliest, latest, or a time") Start to) {}
