/** Commands that ask a server. All of them use its HTTP API. */
@NullMarked
package io.messina.cli.remote;

import org.jspecify.annotations.NullMarked;
