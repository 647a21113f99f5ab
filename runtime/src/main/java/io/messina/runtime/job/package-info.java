/**
 * Jobs: they follow a stream and keep a state, as a definition says. A kind of job is a {@link
 * io.messina.runtime.job.JobKind}; all else is here.
 */
@NullMarked
package io.messina.runtime.job;

import org.jspecify.annotations.NullMarked;
