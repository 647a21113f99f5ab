package io.messina.client;

/**
 * What became of a receipt.
 *
 * @param receipt as it was given
 * @param status what became of it
 */
public record ReceiptResult(Receipt receipt, ReceiptStatus status) {}
