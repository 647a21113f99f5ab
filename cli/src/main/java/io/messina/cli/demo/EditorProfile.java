package io.messina.cli.demo;

import java.time.Instant;

/**
 * The edits of one editor on the day.
 *
 * @param user the editor's name or address
 * @param edits how many edits
 * @param bytesAdded by how many bytes pages grew
 * @param bytesDeleted by how many bytes pages shrank
 * @param firstEdit when the first edit was made
 * @param lastEdit when the last one was made
 * @param minorShare which part of the edits was minor, 0 to 1
 * @param robotShare which part a program made, 0 to 1
 */
record EditorProfile(
    String user,
    int edits,
    long bytesAdded,
    long bytesDeleted,
    Instant firstEdit,
    Instant lastEdit,
    double minorShare,
    double robotShare) {}
