package io.messina.cli.demo;

import java.time.Instant;

/**
 * One edit of a page.
 *
 * @param number which one of the day, from 0
 * @param time when it was made
 * @param channel the wiki, such as {@code #en.wikipedia}
 * @param user the editor's name or address
 * @param page the page
 * @param namespace what kind of page it is
 * @param comment what the editor said about it
 * @param bytesAdded by how many bytes the page grew, or 0
 * @param bytesDeleted by how many bytes it shrank, or 0
 * @param isMinor whether the editor called it minor
 * @param isRobot whether a program made it
 * @param isNew whether it made the page
 */
record Edit(
    int number,
    Instant time,
    String channel,
    String user,
    String page,
    String namespace,
    String comment,
    int bytesAdded,
    int bytesDeleted,
    boolean isMinor,
    boolean isRobot,
    boolean isNew) {}
