package io.messina.api;

import java.util.List;

/**
 * What became of receipts.
 *
 * @param results one for each, in their order
 */
public record ReceiptResults(List<ReceiptResult> results) {}
