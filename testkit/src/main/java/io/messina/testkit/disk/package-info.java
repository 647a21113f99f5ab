/**
 * A disk in memory that real processes write to through a mounted file system, and that fails as
 * disks do: the power fails and unsynced content is lost, writes fail, space runs out.
 */
@NullMarked
package io.messina.testkit.disk;

import org.jspecify.annotations.NullMarked;
