package io.messina.enrich;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why a key waits.
 *
 * @param phase the present phase
 * @param events how many of its events are not finished
 * @param oldest the position of the first of them; -1 if there is none
 * @param since how long it has been doing so
 * @param failures how often the request of its round has failed in a row
 * @param error the error of the last failure; null without one
 */
public record KeyStatus(
    SlotPhase phase,
    int events,
    long oldest,
    Duration since,
    int failures,
    @Nullable String error) {}
