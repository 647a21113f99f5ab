/**
 * Snapshots of aggregates in a bucket of Amazon S3, or of another service that speaks its protocol.
 * Only features that every service of this kind has are used: no conditional writes, no versions,
 * no checksums of S3.
 */
@NullMarked
package io.messina.aggregate.s3;

import org.jspecify.annotations.NullMarked;
