package io.messina.enrichment.catalog;

import io.messina.api.enrichment.EnrichmentName;

/** There is no such enrichment. Nothing was changed. */
public final class NoEnrichmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * What is missing.
   *
   * @param name which was asked for
   */
  public NoEnrichmentException(EnrichmentName name) {
    super("enrichment: " + name + " (expected: one that was created)");
  }
}
