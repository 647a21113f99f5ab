package io.messina.cli.demo;

import java.time.Duration;

/**
 * How a run of the demo went.
 *
 * @param edits the writes of edits
 * @param readTook how long it took to read and compare them
 * @param profiles the writes of profiles
 * @param report the results
 */
record DemoRun(Written edits, Duration readTook, Written profiles, DemoReport report) {}
