package io.messina.enrich;

/**
 * An event of a test. The state of a key is the list of all edits that were applied to it.
 *
 * @param key of the event
 * @param id stays when a dead letter is appended anew
 * @param position in the log
 * @param fails whether an enricher fails with it
 */
record Edit(String key, int id, long position, boolean fails) {}
