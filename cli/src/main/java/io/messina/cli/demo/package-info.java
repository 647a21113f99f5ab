/**
 * The demo: a real day of Wikipedia edits, replayed over HTTP to a server in this process, and made
 * into a profile of each editor by a group. It shows the existing features and checks them.
 */
@NullMarked
package io.messina.cli.demo;

import org.jspecify.annotations.NullMarked;
