package io.messina.client.group;

import io.messina.api.ReceiptResult;
import java.util.List;

/**
 * The answer to a claim that brought acknowledgements.
 *
 * @param results one for each acknowledgement, in their order
 * @param events the events handed out
 */
public record Claimed(List<ReceiptResult> results, List<ClaimedEvent> events) {}
