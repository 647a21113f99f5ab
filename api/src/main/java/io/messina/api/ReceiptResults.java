package io.messina.api;

import java.util.List;

/**
 * Results of an operation on receipts.
 *
 * @param results one for each, in their order
 */
public record ReceiptResults(List<ReceiptResult> results) {}
