package io.messina.cli.demo;

import java.time.Instant;

/**
 * The number of different editors of a channel in an hour.
 *
 * @param channel its name
 * @param hour its first moment
 * @param exact how many there were
 * @param approximate how many a sketch of 4 KiB tells
 */
record HourlyEditors(String channel, Instant hour, long exact, long approximate) {}
