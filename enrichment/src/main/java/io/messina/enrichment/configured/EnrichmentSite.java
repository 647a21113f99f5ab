package io.messina.enrichment.configured;

import io.messina.enrichment.catalog.EnrichmentCatalog;
import io.messina.runtime.Context;
import io.messina.runtime.Site;
import io.messina.stream.node.Streams;

/**
 * What enrichments by configuration work with.
 *
 * @param context has the store
 * @param streams where events come from
 * @param catalog what enrichments there are
 */
record EnrichmentSite(Context context, Streams streams, EnrichmentCatalog catalog)
    implements Site {}
