/** The commands for running, configuring and examining a server. */
@NullMarked
package io.messina.cli.serve;

import org.jspecify.annotations.NullMarked;
