package io.messina.connectors;

/**
 * A reply that a person has written to a number of a connector. It may come twice.
 *
 * @param from the writer's number, with a + if it begins with its country
 * @param to the number that was written to, in the same form
 * @param text the text; of a long text, one part
 * @param isOptOut whether the writer wants no more messages
 */
public record Reply(String from, String to, String text, boolean isOptOut) {}
