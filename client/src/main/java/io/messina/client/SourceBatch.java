package io.messina.client;

/**
 * A batch of a producer that names itself and numbers its batches: once acknowledged and sent
 * again, also with other content, it changes nothing. Batch <i>n</i> may be sent only once batch
 * <i>n</i> - 64 and those before it are acknowledged. A {@link MessinaClient} refuses one that goes
 * further beyond one that it has sent to the same stream and that is not acknowledged: one that
 * failed counts until it is sent again and acknowledged, unless it failed with {@link
 * MessinaException.Refused} or {@link MessinaException.NotFound}, or {@link
 * StreamClient#giveUp(SourceBatch)} gives it up. A client has up to 100,000 such batches; beyond
 * that an append fails with {@link MessinaException.Overloaded}.
 *
 * @param source the producer: 1 to 256 visible characters of ASCII
 * @param number from 0, growing from batch to batch
 */
public record SourceBatch(String source, long number) {

  /**
   * A checked batch.
   *
   * @throws IllegalArgumentException where a part is out of its bounds
   */
  public SourceBatch {
    Names.checkHeader("source", source, 256);
    Names.checkBetween("number", number, 0, Long.MAX_VALUE);
  }
}
