/**
 * Jobs: what follows a stream and keeps something of its own, as a definition says. A kind of job
 * is a {@link io.messina.runtime.job.JobKind}; all else is here.
 */
@NullMarked
package io.messina.runtime.job;

import org.jspecify.annotations.NullMarked;
