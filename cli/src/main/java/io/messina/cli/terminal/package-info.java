/**
 * The output of commands: tables and sentences for people, JSON and exit codes for programs, and
 * progress on a terminal.
 */
@NullMarked
package io.messina.cli.terminal;

import org.jspecify.annotations.NullMarked;
