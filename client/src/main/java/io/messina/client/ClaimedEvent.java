package io.messina.client;

/**
 * An event that was handed out.
 *
 * @param event the event
 * @param attempt which attempt this is, from 1
 * @param receipt by which it is acknowledged, returned or extended
 */
public record ClaimedEvent(Event event, int attempt, Receipt receipt) {}
