package io.messina.connectors;

/**
 * What somebody has written to a number of a connector. It may come twice.
 *
 * @param from who has written, with a + if the number begins with its country
 * @param to the number that was written to, likewise
 * @param text what was written, of a long text one part
 * @param isOptOut whether it says that its sender wants no more
 */
public record Reply(String from, String to, String text, boolean isOptOut) {}
