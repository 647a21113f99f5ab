package io.messina.client.group;

import io.messina.api.ReceiptResult;
import java.util.List;

/**
 * What became of a claim that brought acknowledgements.
 *
 * @param results one for each acknowledgement, in their order
 * @param events what was handed out
 */
public record Claimed(List<ReceiptResult> results, List<ClaimedEvent> events) {}
