/**
 * Snapshots of aggregates in a bucket of Amazon S3, or of another service that speaks its protocol.
 * Only what every such service has is used: no conditional writes, no versions, no checksums of S3.
 */
@NullMarked
package io.messina.aggregate.s3;

import org.jspecify.annotations.NullMarked;
