/** The commands around a server of one's own: running, configuring and examining it. */
@NullMarked
package io.messina.cli.serve;

import org.jspecify.annotations.NullMarked;
